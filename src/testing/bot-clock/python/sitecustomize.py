"""Makes a Python process follow an emulator's clock, seeds its random numbers, then loads the sitecustomize module that this file hides."""

import os
import sys


def _load_hidden():
    here = os.path.dirname(os.path.abspath(__file__))
    search_path = list(sys.path)
    sys.path[:] = [path for path in search_path if os.path.abspath(path or ".") != here]
    ours = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        if ours is not None:
            sys.modules["sitecustomize"] = ours
    finally:
        sys.path[:] = search_path


if os.environ.get("BOT_EMULATOR_CLOCK"):
    import bot_emulator_link

    bot_emulator_link.follow(os.environ["BOT_EMULATOR_CLOCK"])
if os.environ.get("BOT_EMULATOR_SEED"):
    import random

    random.seed(int(os.environ["BOT_EMULATOR_SEED"]))
_load_hidden()
