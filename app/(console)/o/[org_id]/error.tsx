"use client";

import { PageError } from "@/components/layout/page-error";

/** Replaces a console page that failed; the navigation around it stays usable. */
export default PageError;
