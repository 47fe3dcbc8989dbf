"use client";

import { Failed } from "@/components/layout/failed";

/** For a page of the console that broke: its frame still stands, so that one can go on elsewhere. */
export default Failed;
