//! Writing a bundle.

use std::io::{self, Cursor, Write};
use std::path::Path;

use elderhand_env::{Game, Overrides, Variation, Visitor, vary, visit};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::read::{CARD, Files, GOLDEN, MANIFEST, WEIGHTS, check_shape, sha256};
use super::{Bundle, BundleError, Contract, Evaluation, Manifest, NetworkShape, Problem, Training, golden, model_card};
use crate::carrying::atomic::write_atomically;
use crate::carrying::network::Network;
use crate::carrying::policy::Choice;

/// What a bundle is made of.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The variant's id.
    pub game: String,
    /// Options laid over the variant's own.
    pub options: Overrides,
    /// The values of variable options that the network was trained with; left out, the one that the options give.
    pub variable: Variation,
    /// The network; its weights are rounded to half precision as [`Network::rounded`] does.
    pub network: Network,
    /// Points a unit of the value output, above 0.
    pub value_scale: f32,
    /// How the bot chooses.
    pub decision: Choice,
    /// Where the network comes from.
    pub training: Training,
    /// How it has played.
    pub evaluations: Vec<Evaluation>,
    /// The model card; left out, [`model_card`] writes one.
    pub card: Option<String>,
}

/// A bundle that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// The draft does not make a bundle that could be read again.
    #[error(transparent)]
    Draft(#[from] BundleError),
    /// The file cannot be written; what was there before is untouched.
    #[error("{path}: cannot be written: {source}; nothing has changed there")]
    Write {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
}

impl Draft {
    /// Writes the bundle as a zip file, whole or not at all, and gives it as it was read back and verified.
    ///
    /// Equal drafts give equal bytes.
    ///
    /// # Errors
    ///
    /// Fails if the game cannot be made, the network does not fit it or a number is out of range, and if the file cannot
    /// be written; the path then holds what it held before.
    pub fn write(self, path: &Path) -> Result<Bundle, DraftError> {
        let name = path.display().to_string();
        let (bundle, bytes) = self.made(&name)?;
        write_atomically(path, &bytes).map_err(|source| DraftError::Write { path: name, source })?;
        Ok(bundle)
    }

    /// Gives the bundle as [`Draft::write`] would, and writes nothing; `name` stands for it in messages.
    ///
    /// # Errors
    ///
    /// Fails as [`Draft::write`] does, but for the file.
    pub fn bundle(self, name: &str) -> Result<Bundle, BundleError> {
        self.made(name).map(|(bundle, _)| bundle)
    }

    fn made(self, name: &str) -> Result<(Bundle, Vec<u8>), BundleError> {
        let bytes = self.into_bytes().map_err(|problem| problem.of(name))?;
        let bundle = Bundle::from_bytes(name, &bytes)?;
        bundle.verify()?;
        Ok((bundle, bytes))
    }

    fn into_bytes(self) -> Result<Vec<u8>, Problem> {
        struct Compose(Draft);
        impl Visitor for Compose {
            type Output = Result<Files, Problem>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                compose(self.0, &game)
            }
        }
        let (id, options) = (self.game.clone(), self.options.clone());
        Ok(zip_up(&visit(&id, &options, Compose(self))??)?)
    }
}

fn compose<G: Game>(draft: Draft, game: &G) -> Result<Files, Problem> {
    let Draft { value_scale, decision, training, evaluations, .. } = draft;
    // Before the golden positions are answered, so that they are those of what is written.
    let network = draft.network.rounded();
    let games = vary(game, &draft.variable)?;
    // The options of the bundle are some that it was trained with.
    let game = games.iter().find(|known| known.options() == game.options()).unwrap_or(&games[0]);
    let mut manifest = Manifest {
        contract: Contract::of(game, &draft.variable, network.inputs()),
        network: NetworkShape { trunk: network.trunk() },
        value_scale,
        decision,
        training,
        evaluations,
        files: Default::default(),
    };
    check_shape(&network, &manifest)?;
    let card = draft.card.unwrap_or_else(|| model_card(&manifest));
    let mut files = Files::from([
        (WEIGHTS, network.to_safetensors()),
        (CARD, card.into_bytes()),
        (GOLDEN, golden::lines(&games, &network).into_bytes()),
    ]);
    manifest.files = files.iter().map(|(&name, bytes)| (name.into(), sha256(bytes))).collect();
    files.insert(MANIFEST, manifest.to_json().into_bytes());
    Ok(files)
}

fn zip_up(files: &Files) -> Result<Vec<u8>, zip::result::ZipError> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (&name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
