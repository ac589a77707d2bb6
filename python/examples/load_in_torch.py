"""A released player in PyTorch: its weights in a module, which answers the golden positions of the bundle as the bundle says.

    python load_in_torch.py checkpoint:gin

Of the 32 golden positions no answer is further off than 8e-6 for `gin`, 2e-5 for `pinnacle-nine` and `skirmish`.
"""

import sys

import elderhand
import torch
from torch import nn


class Player(nn.Module):
    """The network of a bundle."""

    def __init__(self, bundle: elderhand.Bundle) -> None:
        super().__init__()
        self.weights = nn.ParameterDict(
            {name.replace(".", "_"): torch.from_numpy(weight) for name, weight in bundle.weights.items()}
        )

    def forward(self, bits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns the logits of all actions, legal or not, and the value, given bits."""
        of, hidden = self.weights, bits
        for layer in range(sum(name.startswith("trunk") for name in of) // 2):
            hidden = torch.relu(nn.functional.linear(hidden, of[f"trunk_{layer}_weight"], of[f"trunk_{layer}_bias"]))
        direct = bits @ of["direct_weight"].T if "direct_weight" in of else torch.zeros(1 + len(of["policy_bias"]))
        logits = nn.functional.linear(hidden, of["policy_weight"], of["policy_bias"]) + direct[..., :-1]
        return logits, (nn.functional.linear(hidden, of["value_weight"], of["value_bias"]) + direct[..., -1:])[..., 0]


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "checkpoint:gin"
    bundle = elderhand.Bot(name).bundle
    if bundle is None:
        sys.exit(f"{name} has no network")
    player, spec = Player(bundle), elderhand.describe(bundle.game, bundle.options)
    hints = bundle.weights["trunk.0.weight"].shape[1] > spec.bits
    furthest = 0.0
    with torch.no_grad():
        for position in bundle.golden:
            bits, _ = elderhand.encode(bundle.game, position["view"], hints=hints)
            logits, value = player(torch.from_numpy(bits).float())
            said = torch.tensor([position["value"], *position["logits"].values()])
            found = torch.stack([value, *(logits[spec.action(action)] for action in position["logits"])])
            furthest = max(furthest, float((found - said).abs().max()))
    print(f"{name}: {len(bundle.golden)} positions, no answer further off than {furthest:.1e}")
    if furthest > 1e-4:
        sys.exit("these are not the answers of the bundle")


if __name__ == "__main__":
    main()
