import { Input } from "@/components/ui/input";
import { text } from "@/console/text/docs";

/** The search of the documentation, which opens a page of results. */
export function SearchDocs({ value }: { value: string }) {
  return (
    <search>
      <form action="/docs/search">
        <Input
          type="search"
          name="q"
          aria-label={text.search}
          placeholder={text.search}
          defaultValue={value}
          maxLength={200}
        />
      </form>
    </search>
  );
}
