import { useEffect } from "react";

const NAME = "dark-mode";

/** Sets the viewer's dark theme class on the document while the system prefers dark. */
export function useDarkClass(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const follow = () => void classList.toggle(NAME, dark.matches);
    follow();
    dark.addEventListener("change", follow);
    return () => {
      dark.removeEventListener("change", follow);
      classList.remove(NAME);
    };
  }, []);
}
