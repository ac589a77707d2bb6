//! What TensorBoard is told of a run beside its numbers: the config as a text, and its settings for the HParams page.
//!
//! A run says which settings it has, not which an experiment has: where no file says that, TensorBoard gathers it from all
//! runs that it finds, however their configs differ.

use protobuf::Message;
use protobuf::well_known_types::Value as Number;
use tensorboard_proto::api::Status;
use tensorboard_proto::plugin_hparams::{HParamsPluginData, SessionEndInfo, SessionStartInfo};
use tensorboard_proto::summary::{Summary_Value, SummaryMetadata, SummaryMetadata_PluginData};
use tensorboard_proto::tensor::TensorProto;
use tensorboard_proto::tensor_shape::{TensorShapeProto, TensorShapeProto_Dim};
use tensorboard_proto::types::DataType;
use toml::{Table, Value};

use crate::settings::config::Config;

/// What the tags begin with by which the HParams page finds a run.
pub(crate) const HPARAMS: &str = "_hparams_/";
/// The tag of the config.
pub(crate) const CONFIG: &str = "config";

/// Returns the config as a text for people.
pub(crate) fn config(config: &Config) -> Summary_Value {
    let mut tensor = TensorProto::new();
    tensor.set_dtype(DataType::DT_STRING);
    let mut one = TensorShapeProto_Dim::new();
    one.set_size(1);
    let mut shape = TensorShapeProto::new();
    shape.set_dim(vec![one].into());
    tensor.set_tensor_shape(shape);
    tensor.set_string_val(vec![format!("```\n{}```\n", config.to_toml()).into_bytes()].into());
    value(CONFIG, "text", Vec::new(), tensor)
}

/// Returns the settings of a run that has been started at a time in seconds since 1970.
pub(crate) fn start(config: &Config, time: f64) -> Summary_Value {
    let settings = config.to_toml().parse::<Table>().unwrap_or_default();
    let mut info = SessionStartInfo::new();
    flatten("", &settings, &mut |key, number| drop(info.mut_hparams().insert(key, number)));
    info.set_start_time_secs(time);
    let mut data = HParamsPluginData::new();
    data.set_session_start_info(info);
    hparams("session_start_info", &data)
}

/// Returns that a run is over at a time in seconds since 1970.
pub(crate) fn end(time: f64) -> Summary_Value {
    let mut info = SessionEndInfo::new();
    info.set_status(Status::STATUS_SUCCESS);
    info.set_end_time_secs(time);
    let mut data = HParamsPluginData::new();
    data.set_session_end_info(info);
    hparams("session_end_info", &data)
}

/// Calls back with every setting by its dotted key, lists as texts.
fn flatten(prefix: &str, table: &Table, put: &mut impl FnMut(String, Number)) {
    for (name, setting) in table {
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        let mut number = Number::new();
        match setting {
            Value::Table(inner) => {
                flatten(&key, inner, put);
                continue;
            }
            Value::Boolean(yes) => number.set_bool_value(*yes),
            Value::Integer(count) => number.set_number_value(*count as f64),
            Value::Float(float) => number.set_number_value(*float),
            Value::String(text) => number.set_string_value(text.clone()),
            other => number.set_string_value(other.to_string()),
        }
        put(key, number);
    }
}

fn hparams(tag: &str, data: &HParamsPluginData) -> Summary_Value {
    let content = data.write_to_bytes().expect("numbers and texts can be written");
    // The page reads what is said of the value; the value itself means nothing.
    let mut tensor = TensorProto::new();
    tensor.set_dtype(DataType::DT_FLOAT);
    tensor.set_tensor_shape(TensorShapeProto::new());
    tensor.set_float_val(vec![0.0]);
    value(&format!("{HPARAMS}{tag}"), "hparams", content, tensor)
}

fn value(tag: &str, plugin: &str, content: Vec<u8>, tensor: TensorProto) -> Summary_Value {
    let mut data = SummaryMetadata_PluginData::new();
    data.set_plugin_name(plugin.into());
    data.set_content(content);
    let mut metadata = SummaryMetadata::new();
    metadata.set_plugin_data(data);
    let mut value = Summary_Value::new();
    value.set_tag(tag.into());
    value.set_metadata(metadata);
    value.set_tensor(tensor);
    value
}
