import { useEffect } from "react";

const NAME = "dark-mode";

/** Keeps the viewer's own class for its dark theme on the document as long as the system asks for dark. */
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
