# What the fuzzer asks besides its own checks: a request that fits its schemas is refused with 422 only for a reason that
# the specification lists (spec 2.10).
import os

import schemathesis

ALLOWED = set(os.environ["PROBLEM_TYPES"].split())


@schemathesis.check
def refused_by_a_rule(ctx, response, case):
    if response.status_code != 422 or not case.meta.generation.mode.is_positive:
        return
    types = {problem["type"] for problem in response.json()["detail"]}
    assert types <= ALLOWED, f"refused for {sorted(types - ALLOWED)}: {response.text}"
