import type { Role } from "@/lib/auth/actor";
import { Topic } from "@/lib/contract/notices";
import { Prisma } from "@/lib/db/client";

/** SQL for the topics whose notices a role may see (spec 7.38). */
export const visibleTopics = (role: Role | null) =>
  Prisma.sql`alerts_of(${role}, ${Topic.options}::text[])`;
