import type { z } from 'zod';
import { unknownFieldMessage } from '@crm/contracts/field-sentences.js';

type Issue = z.core.$ZodIssue;

const isAboutKind = ({ code, path }: Issue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

/** Of a union's branches the one that was meant: the first that is wrong in its content rather than in its kind. */
function branchMeant(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find((issues) => issues.length > 0 && !issues.some(isAboutKind));
}

function* flatten(issues: readonly Issue[], prefix: readonly PropertyKey[]): Generator<[string, string]> {
  for (const issue of issues) {
    const path = [...prefix, ...issue.path];
    const meant = issue.code === 'invalid_union' ? branchMeant(issue.errors) : undefined;
    if (meant !== undefined) yield* flatten(meant, path);
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield [[...path, key].map(String).join('.'), unknownFieldMessage];
    } else yield [path.map(String).join('.'), issue.message];
  }
}

/**
 * All wrong fields of a parse, by dotted path, each with its first message. What concerns the whole (`place`: params,
 * query or body) and no single field stands under the place's own name.
 */
export function fieldErrors(error: z.ZodError, place: string): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of flatten(error.issues, [])) errors[path === '' ? place : path] ??= message;
  return errors;
}
