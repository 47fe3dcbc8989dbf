# What the fuzzer asks besides its own checks: a request that fits its schemas is refused with 422 only for a reason that
# the specification lists (spec 2.10).
import os

import schemathesis

ALLOWED = set(os.environ["PROBLEM_TYPES"].split())


@schemathesis.check
def refused_by_a_rule(ctx, response, case):
    # A request can be called valid although a header of it is not, where the fuzzer found no text of a pattern.
    parts = [case.meta.generation, *case.meta.components.values()]
    if response.status_code != 422 or not all(part.mode.is_positive for part in parts):
        return
    types = {problem["type"] for problem in response.json()["detail"]}
    assert types <= ALLOWED, f"refused for {sorted(types - ALLOWED)}: {response.text}"
