import { z } from 'zod';
import './field-sentences.js';

/** A record's identifier on the wire: an ObjectId as 24 hexadecimal digits (settled: Identifiers). */
export const id = z.string().regex(/^[0-9a-f]{24}$/, 'Not a valid id');

/** The identifier of a record of any resource: of what kind it is, the resource's definition says. */
export const recordId = z.string().min(1).max(64);

/** An instant on the wire: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();

/** A plain date as it is stored, `YYYY-MM-DD`; it has no time zone. */
export const plainDate = z.iso.date();

/** 0 or 1: how the specification writes a flag. */
export const flag = z.union([z.literal(0), z.literal(1)]);
export type Flag = z.infer<typeof flag>;

/** The agent of a lead on the wire: a user's id, or 0 for 'Without agent' (rule L8). */
export const agentChoice = z.union([id, z.literal(0)]);
export type AgentChoice = z.infer<typeof agentChoice>;
