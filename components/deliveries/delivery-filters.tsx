"use client";

import { Pause, Play } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { type DeliveryFilters, STATUSES, TYPES } from "@/console/queries/deliveries";
import { WINDOWS } from "@/console/queries/webhooks";
import { text } from "@/console/text/deliveries";

type Props = {
  filters: DeliveryFilters;
  /** The codes to choose from: those of recent attempts. */
  codes: readonly string[];
  onChange: (values: Record<string, string>) => void;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
};

/** The filters of the log, and the button that pauses it. */
export function DeliveryFilters({ filters, codes, onChange, isPaused, onPause }: Props) {
  const { status = "", type = "", code = "", within = "" } = filters;
  const codeOptions = code === "" || codes.includes(code) ? codes : [code, ...codes];
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-b px-5 py-3">
      <Select
        quiet
        label={text.status}
        value={status}
        onChange={(event) => onChange({ status: event.target.value })}
      >
        <option value="">{text.anyStatus}</option>
        {STATUSES.map((value) => (
          <option key={value} value={value}>
            {text.statuses[value]}
          </option>
        ))}
      </Select>
      <Select
        quiet
        label={text.code}
        value={code}
        onChange={(event) => onChange({ code: event.target.value })}
      >
        <option value="">{text.anyCode}</option>
        {codeOptions.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Select
        quiet
        label={text.type}
        value={type}
        onChange={(event) => onChange({ type: event.target.value })}
      >
        <option value="">{text.anyType}</option>
        {TYPES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Select
        quiet
        label={text.time}
        value={within}
        onChange={(event) => onChange({ within: event.target.value })}
      >
        <option value="">{text.anyTime}</option>
        {WINDOWS.map((value) => (
          <option key={value} value={value}>
            {text.last(text.windows[value])}
          </option>
        ))}
      </Select>
      <Button
        variant="secondary"
        className="ml-auto px-3"
        aria-pressed={isPaused}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {isPaused ? text.resume : text.pause}
      </Button>
    </div>
  );
}
