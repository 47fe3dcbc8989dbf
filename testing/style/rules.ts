import type { Kind } from "./scan";

/**
 * Words that a reader must not meet. `bad` is caught in every one of `kinds`, `fine` in none;
 * `except` are files in which the word is ordinary.
 */
export type Rule = {
  name: string;
  pattern: RegExp;
  say: string;
  bad: string;
  fine: string;
  kinds: readonly Kind[];
  except?: RegExp;
};

const PROSE = ["comment", "markdown", "sql", "text"] as const;
type Row = [name: string, pattern: RegExp, say: string, bad: string, fine: string, except?: RegExp];

const phrase = ([name, pattern, say, bad, fine, except]: Row): Rule => ({
  name,
  pattern,
  say,
  bad,
  fine,
  kinds: PROSE,
  ...(except && { except }),
});
const identifier = (row: Row): Rule => ({ ...phrase(row), kinds: ["identifier"] });

/** Phrases that no comment, message or page contains. */
export const PHRASES: readonly Rule[] = (
  [
    ["whoever", /\b[Ww]hoever\b/, "the caller, the user", "whoever asks waits", "the caller waits"],
    ["somebody", /\b[Ss]omebody\b/, "a user, a client", "somebody waits", "a client waits"],
    ["nobody", /\b[Nn]obody\b/, "no client, nothing", "nobody listens now", "nothing listens now"],
    ["oneself", /\b[Oo]neself\b/, "yourself", "log in as oneself", "log in as yourself"],
    ["of ours", /\bof (?:ours|yours)\b/, "our, your", "a page of ours", "our page"],
    ["anew", /\banew\b/, "again", "list anew", "list again"],
    ["in vain", /\bin vain\b/, "timed out after", "waited in vain", "timed out after 3 s"],
    ["came about", /\bc[ao]mes? about\b/, "happen", "it came about", "it happened"],
    ["became of", /\bbec[ao]mes? of\b/, "outcome", "what became of it", "its outcome"],
    [
      "makes good for",
      /\bma(?:kes?|de) good (?:for|what)\b/,
      "recovers",
      "makes good for it",
      "recovers it",
    ],
    [
      "no way leads",
      /\bno way leads\b/i,
      "is unreachable",
      "no way leads to it",
      "it is unreachable",
    ],
    [
      "earns its place",
      /\bearns? its place\b/,
      "is needed because",
      "it earns its place",
      "it is needed",
    ],
    ["mend", /\b[Mm]end(?:s|ed|ing)?\b/, "fix, recover", "mend it", "fix it"],
    [
      "stands in",
      /\bstands? in\b(?! for\b)/,
      "is in",
      "it stands in the log",
      "a fake stands in for it",
    ],
    [
      "believe",
      /\b[Bb]eliev(?:es?|ed|able|ably)\b/,
      "trust, realistic",
      "believe the JSON",
      "trust the JSON",
    ],
    [
      "letter",
      /\b(?:a|the|each|every|no|which) letters?\b|\bletters? (?:to|was|were|is|are)\b/,
      "e-mail",
      "the letter was sent",
      "letters and digits",
    ],
    [
      "is told",
      /\b(?:is|are|was|were) told\b/,
      "receives, is notified",
      "it is told of it",
      "it is notified",
    ],
    [
      "a look",
      /\b(?:a|each|every|last|next|per|between) looks?\b(?! at\b)/,
      "poll, check",
      "in every look",
      "we look it up",
    ],
    [
      "an answer",
      /\b(?:an?|its|no|each|every|whose) answers?\b/,
      "response",
      "an answer arrives",
      "she answers the phone",
      /^inngest\//,
    ],
    [
      "the guard",
      /\bthe guards?\b/,
      "reconciler",
      "the guard runs",
      "a type guard",
      /^lib\/(?:net|sender)\/|postgres-guard/,
    ],
    [
      "ring",
      /\b(?:rung|ring (?:a|the) filesystem|rings? (?:it|them))\b/,
      "fan out",
      "it was rung",
      "a ring buffer",
    ],
    ["patience", /\b[Pp]atience\b/, "time-out", "the patience ends", "the time-out ends"],
    ["in hand", /\bin hand\b/, "in progress", "the file in hand", "the file in progress"],
    ["is like this", /\bis like this\b/, "match", "no key is like this", "no key matches"],
    [
      "take back",
      /\b(?:[Tt]ake back|[Pp]ut away)\b/,
      "revoke, dismiss",
      "take back the key",
      "revoke the key",
    ],
    ["webhook well", /\bwebhooks? well\b/, "healthy", "one webhook well", "one healthy webhook"],
  ] satisfies Row[]
).map(phrase);

/** Names that no code declares or uses. */
export const IDENTIFIERS: readonly Rule[] = (
  [
    [
      "ring",
      /^(?:ring|rung|ringDirty|ringer|rings)$|^(?:ring|rung)_|_(?:ring|rung)$/,
      "fanOut",
      "ringDirty",
      "string",
    ],
    ["look", /^looks?$|^LOOK_MS$|^Looks?$|^look[A-Z](?!p)/, "read, poll", "LOOK_MS", "lookup"],
    [
      "guard",
      /^guard(?:_tick|_beat|Tick|Beat|Asleep|Ms)?$|^guards$/,
      "reconciler",
      "guardTick",
      "addressGuard",
    ],
    ["patience", /patien(?:ce|t)/i, "timeoutMs, retryForMs", "patienceMs", "timeoutMs"],
    ["wanted", /^(?:wanted|noticed)$/, "targetCursor, lastNotice", "wanted", "target"],
    [
      "remains",
      /[Rr]emains$|^sweepRemains$|^sweepPeople$/,
      "deletedFilesystem",
      "sweepRemains",
      "remaining",
    ],
    ["leftovers", /leftovers/i, "orphanedUploads", "leftovers", "orphans"],
    [
      "joined",
      /^createJoined$|^lanes?$|^takeTurn$|^createTurns$/,
      "createBatcher, createSemaphore",
      "createJoined",
      "isJoined",
    ],
    ["believe", /^believe[A-Z]?\w*$/, "asResponse", "believe", "asResponse"],
    ["tell", /^(?:told|tell)$/, "log, report, pushed", "tell", "tellers"],
    ["words", /^wordsOf$|[a-z]Words$/, "errorMessage", "failureWords", "words"],
    ["letter", /^letters$|[a-z]Letter$|^letterTo$/, "email", "letterTo", "letter"],
    [
      "place",
      /^[Pp]laces?$|^(?:[a-z]+|[A-Z][a-z]+)Places?$/,
      "environment, location",
      "blobPlace",
      "placeholder",
    ],
    [
      "answer",
      /^answers?$|^[A-Za-z]*Answers?$/,
      "response",
      "HttpAnswer",
      "answered",
      /^lib\/net\/|^lib\/webhooks\/webhook-url|^testing\/dns|^lib\/sender\/addresses/,
    ],
    ["person", /^person(?:_id|Id)?$|Person$/, "user", "createPerson", "personal"],
    ["keeper", /keeper/i, "MirrorSync", "createKeeper", "keep"],
    ["weather", /weather|^manners?$/i, "faultMode, behaviour", "weather", "whether"],
    ["farm", /^farm$|Farm$/, "receiverPool", "farm", "forms"],
    ["hands", /^[Hh]ands$/, "inputMethod", "Hands", "handle"],
    ["bent", /^(?:bent|bend)(?:[A-Z]\w*)?$/, "malformed", "bentBody", "blend"],
    ["world", /^[Ww]orld$|World$/, "model, fixture", "createWorld", "worldwide"],
    ["trouble", /^[Tt]rouble/, "failing, transportError", "trouble", "failing"],
    ["mend", /^[Mm]end(?:[A-Z]\w*)?$/, "recover", "mendActions", "amend"],
    ["remember", /^remember(?:[A-Z]\w*)?$/, "merge, store", "remember", "members"],
    [
      "ask again",
      /^(?:askAgain|checkDatabase)$/,
      "requeueStalled, detectFailover",
      "askAgain",
      "ask",
    ],
  ] satisfies Row[]
).map(identifier);
