"""Bots as ONNX models, evaluated by onnxruntime."""

import json
from pathlib import Path

import numpy as np
import pytest

import elderhand
from elderhand import Bundle

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")


@pytest.mark.parametrize("name", ["kuhn", "gin", "gin-sequence", "skirmish", "pinnacle-nine"])
def test_a_model_answers_golden_positions_as_the_bundle_does(checkpoints: Path, name: str) -> None:
    bundle = Bundle(checkpoints / f"{name}.elderhand")
    written = bundle.to_onnx()
    model = onnx.load_from_string(written)
    onnx.checker.check_model(model, full_check=True)
    told = {entry.key: entry.value for entry in model.metadata_props}
    names = elderhand.describe(bundle.game, bundle.options).actions
    assert told["game"] == bundle.game and json.loads(told["options"]) == bundle.options
    assert json.loads(told["actions"]) == list(names)

    session = onnxruntime.InferenceSession(written, providers=["CPUExecutionProvider"])
    bits_in, mask_in = session.get_inputs()
    assert (bits_in.name, mask_in.name) == ("bits", "mask")
    hints = bits_in.shape[1] > elderhand.describe(bundle.game, bundle.options).bits
    golden = bundle.golden
    rows = [elderhand.encode(bundle.game, position["view"], hints=hints) for position in golden]
    bits, masks = (np.stack(part) for part in zip(*rows, strict=True))
    logits, values = session.run(["logits", "value"], {"bits": bits.astype(np.uint8), "mask": masks.astype(bool)})
    assert (logits[~masks.astype(bool)] == np.finfo(np.float32).min).all()
    scale = bundle.manifest["value_scale"]
    for position, said, value in zip(golden, logits, values, strict=True):
        for action, logit in position["logits"].items():
            assert said[names.index(action)] == pytest.approx(logit, abs=1e-4)
        assert value[0] / scale == pytest.approx(position["value"], abs=1e-4)
