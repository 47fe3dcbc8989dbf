import type { ComponentProps } from "react";

import { Link } from "@/components/ui/link";

type Props = ComponentProps<typeof Link> & { href: string };

/** A link to another state of a page, as with a drawer open: the page follows its URL, and the server is not asked. */
export function StateLink(props: Props) {
  const { href } = props;
  return (
    <Link
      {...props}

      scroll={false}
      onNavigate={(event) => {
        if (href.split("?", 1)[0] !== window.location.pathname) return;
        event.preventDefault();
        window.history.pushState(null, "", href);
      }}
    />
  );
}
