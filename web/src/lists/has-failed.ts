/** Whether a list failed with no rows read before: it has no numbers then, and that is not to read as if there were none. */
export const hasFailed = ({
  data,
  error,
}: {
  data?: readonly unknown[] | undefined;
  error?: unknown;
}): boolean => Boolean(error) && data === undefined;
