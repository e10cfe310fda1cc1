import type { z } from 'zod';

/**
 * When a rule about several fields of a body is asked: once those fields are right, whatever is wrong with the others.
 * Left to itself a rule waits until every field is right, and its refusal would come only with the second try.
 */
export function onceRight(...fields: readonly string[]) {
  return {
    when: ({ value, issues }: z.core.ParsePayload) =>
      typeof value === 'object' &&
      value !== null &&
      !issues.some(({ path }) => fields.some((field) => path?.[0] === field)),
  };
}
