"use client";

import { Pause, Play } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { type DeliveryFilters, STATUSES, TYPES } from "@/console/queries/deliveries";
import { WINDOW_NAMES, WINDOWS } from "@/console/queries/webhooks";

import { nameOfStatus } from "./outcome-pill";

type Props = {
  filters: DeliveryFilters;
  /** Codes to offer: those that occurred lately. */
  codes: readonly string[];
  onChange: (values: Record<string, string>) => void;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
};

/** What the log is narrowed to, and whether it stands still. */
export function DeliveryFilters({ filters, codes, onChange, isPaused, onPause }: Props) {
  const { status = "", type = "", code = "", within = "" } = filters;
  const offered = code === "" || codes.includes(code) ? codes : [code, ...codes];
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-b px-5 py-3">
      <Select
        quiet
        label="Status"
        value={status}
        onChange={(event) => onChange({ status: event.target.value })}
      >
        <option value="">Any status</option>
        {STATUSES.map((value) => (
          <option key={value} value={value}>
            {nameOfStatus(value)}
          </option>
        ))}
      </Select>
      <Select
        quiet
        label="Code"
        value={code}
        onChange={(event) => onChange({ code: event.target.value })}
      >
        <option value="">Any code</option>
        {offered.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Select
        quiet
        label="Type"
        value={type}
        onChange={(event) => onChange({ type: event.target.value })}
      >
        <option value="">Any type</option>
        {TYPES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Select
        quiet
        label="Time"
        value={within}
        onChange={(event) => onChange({ within: event.target.value })}
      >
        <option value="">Any time</option>
        {WINDOWS.map((value) => (
          <option key={value} value={value}>
            Last {WINDOW_NAMES[value]}
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
        {isPaused ? "Go on" : "Pause"}
      </Button>
    </div>
  );
}
