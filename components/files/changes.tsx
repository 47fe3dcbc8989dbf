import { LoadMore, type Pages } from "@/components/layout/load-more";
import { useOrganisation } from "@/components/layout/organisation";
import { useSearchText } from "@/components/layout/use-address";
import { Empty } from "@/components/ui/empty";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { type Change, MAX_CHANGES } from "@/console/queries/changes";
import { changesText as text } from "@/console/text/changes";

import { ChangeRow } from "./change-row";
import { useAuthors } from "./use-authors";

const TYPES = ["created", "updated", "deleted"] as const;

type Props = {
  /** Those that have been loaded, newest first. */
  changes: readonly Change[];
  fsId: string;
  /** Where older ones come from. */
  list: Pages;
};

/** Changes that can be searched by path and type; what is not found may be among older ones. */
export function Changes({ changes, fsId, list }: Props) {
  const { id: orgId, isAdmin } = useOrganisation();
  const nameOf = useAuthors(
    orgId,
    isAdmin,
    changes.map(({ author }) => ({ fsId, author })),
  );
  const [search, setSearch] = useSearchText("q");
  const [type, setType] = useSearchText("type");
  if (changes.length === 0)
    return (
      <Empty title={text.waiting}>
        <p className="text-muted">{text.waitingHint}</p>
      </Empty>
    );
  const found = changes.filter(
    (change) =>
      change.path.toLowerCase().includes(search.toLowerCase()) &&
      (type === "" || change.type === type),
  );
  const isFull = changes.length === MAX_CHANGES;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={text.filter}
          placeholder={text.filter}
          className="max-w-sm flex-1"
          value={search}
          onChange={setSearch}
        />
        <Select
          quiet
          label={text.type}
          value={type}
          onChange={({ target }) => setType(target.value)}
        >
          <option value="">{text.anyType}</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {text.types[each]}
            </option>
          ))}
        </Select>
      </div>
      {found.length > 0 && (
        <ul
          aria-label={text.list}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {found.map((change) => (
            <ChangeRow
              key={change.cursor}
              change={change}
              author={nameOf(change.author ?? null)}
              files={`/o/${orgId}/filesystems/${fsId}/files`}
            />
          ))}
        </ul>
      )}
      <div className="text-muted flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <output>
          {found.length === 0
            ? text.noMatch(changes.length)
            : found.length < changes.length && text.matches(found.length, changes.length)}
        </output>
        {!isFull && <LoadMore list={list} label={text.loadOlder} />}
        {isFull ? text.isMost(changes.length) : !list.hasNextPage && text.isAll}
      </div>
    </>
  );
}
