/** The numbers that a call could be placed from; empty where there is none. */
export interface OwnNumbers {
  user: string;
  leadState: string;
  areaState: string;
  default: string;
}

/**
 * Which number a customer sees: the agent's own, so that a call back reaches the same voice; else one of where the lead
 * lives; else one of where the number is; else the default. Undefined where none is set: then no call can be placed.
 */
export function callerIdOf(numbers: OwnNumbers): string | undefined {
  const ordered = [numbers.user, numbers.leadState, numbers.areaState, numbers.default];
  return ordered.find((number) => number !== '');
}
