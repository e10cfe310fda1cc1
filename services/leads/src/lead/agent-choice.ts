import { Types } from 'mongoose';
import type { AgentChoice } from '@crm/contracts/ids.js';

/** The agent of a lead as the store keeps it: null is the wire's 0, 'Without agent' (settled: Identifiers). */
export function storedAgent(choice: AgentChoice): Types.ObjectId | null {
  return choice === 0 ? null : new Types.ObjectId(choice);
}

/** The agent of a lead as the wire has it. */
export function wireAgent(stored: Types.ObjectId | null): AgentChoice {
  return stored === null ? 0 : stored.toHexString();
}
