type Props<View extends string> = {
  label: string;
  views: readonly View[];
  names: Readonly<Record<View, string>>;
  value: View;
  onChange: (view: View) => void;
};

/** Buttons that choose how something is shown, one of them pressed. */
export function ViewSwitch<View extends string>(props: Props<View>) {
  const { label, views, names, value, onChange } = props;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(view)}
          className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
        >
          {names[view]}
        </button>
      ))}
    </fieldset>
  );
}
