type Rules = { createScriptURL(url: string): string | null };
type Policies = { createPolicy(name: "default", rules: Rules): unknown };

// Next's loader sets the URLs of scripts from text, which the policy of the page refuses without this. Ours are all from
// this origin. Next runs it before everything else of a page, also of one that could not be made.
const { trustedTypes: policies }: { trustedTypes?: Policies } = Object(globalThis);
policies?.createPolicy("default", {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
