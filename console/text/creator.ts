export type Created = { created_by: string; created_by_name: string | null };

/** Who created something, for the middle of a sentence; null if that is not known any more. */
export function creatorOf({ created_by: creator, created_by_name: name }: Created): string | null {
  if (name === null) return null;
  return creator.startsWith("key:") ? `the API key “${name}”` : name;
}
