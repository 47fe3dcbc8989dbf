import { LoadMore, type Pages } from "@/components/layout/load-more";
import { useOrganisation } from "@/components/layout/organisation";
import { useSearchText } from "@/components/layout/use-address";
import { Empty } from "@/components/ui/empty";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import {
  type Change,
  CHANGE_TYPES,
  type ChangesFilter,
  MAX_CHANGES,
} from "@/console/queries/changes";
import { changesText as text } from "@/console/text/changes";

import { ChangeRow } from "./change-row";
import { useAuthors } from "./use-authors";

type Props = {
  /** Those that match and have been loaded, newest first. */
  changes: readonly Change[];
  filter: ChangesFilter;
  /** Whether the service is still to answer what the filter asks. */
  isSearching: boolean;
  fsId: string;
  /** Where older ones come from. */
  list: Pages;
};

/** Changes that can be searched by path and type. */
export function Changes({ changes, filter, isSearching, fsId, list }: Props) {
  const { id: orgId, isAdmin } = useOrganisation();
  const nameOf = useAuthors(
    orgId,
    isAdmin,
    changes.map(({ author }) => ({ fsId, author })),
  );
  const [, setSearch] = useSearchText("q");
  const [, setType] = useSearchText("type");
  const isAny = filter.query === "" && filter.type === "";
  if (changes.length === 0 && isAny && !isSearching)
    return (
      <Empty title={text.waiting}>
        <p className="text-muted">{text.waitingHint}</p>
      </Empty>
    );
  const isFull = changes.length === MAX_CHANGES;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={text.filter}
          placeholder={text.filter}
          className="max-w-sm flex-1"
          value={filter.query}
          onChange={setSearch}
        />
        <Select
          quiet
          label={text.type}
          value={filter.type}
          onChange={({ target }) => setType(target.value)}
        >
          <option value="">{text.anyType}</option>
          {CHANGE_TYPES.map((each) => (
            <option key={each} value={each}>
              {text.types[each]}
            </option>
          ))}
        </Select>
      </div>
      {changes.length > 0 && (
        <ul
          aria-label={text.list}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {changes.map((change) => (
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
          {isSearching
            ? text.searching
            : changes.length === 0
              ? text.noMatch(list.hasNextPage)
              : !isAny && text.matches(changes.length, list.hasNextPage)}
        </output>
        {!isFull && <LoadMore list={list} label={text.loadOlder} />}
        {isFull ? text.isMost(changes.length) : isAny && !list.hasNextPage && text.isAll}
      </div>
    </>
  );
}
