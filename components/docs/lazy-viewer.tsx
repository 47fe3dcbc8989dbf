"use client";

import dynamic from "next/dynamic";

import { Skeleton } from "@/components/ui/skeleton";

/** The viewer, which only a browser can draw. */
export const LazyViewer = dynamic(async () => (await import("./api-viewer")).ApiViewer, {
  ssr: false,
  loading: () => <Skeleton className="h-96" />,
});
