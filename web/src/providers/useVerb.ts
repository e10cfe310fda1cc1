import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useContext } from 'react';
import { DataProviderContext, useLogoutIfAccessDenied } from 'react-admin';
import type { CrmDataProvider } from './data-provider.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';

/** The data provider as it is, for verbs of our own: react-admin's hook would answer an ended session with `{}`. */
export function useVerbs(): CrmDataProvider {
  return useContext(DataProviderContext) as CrmDataProvider;
}

interface VerbOptions<I, A> {
  /** By which others can see that it is under way. */
  key?: readonly unknown[];
  onSuccess?: (answer: A, input: I) => void;
  /** Before the refusal is shown: to put field errors into the form; true keeps it from being shown. */
  onRefused?: (error: unknown) => boolean | void;
}

/**
 * A action of the product as a mutation. A failure is read by the application's rules first (session over, unfinished
 * lead, ...) and shown with the server's own message otherwise.
 */
export function useVerb<I, A>(
  verb: (provider: CrmDataProvider, input: I) => Promise<A>,
  { key, onSuccess, onRefused }: VerbOptions<I, A> = {},
): UseMutationResult<A, unknown, I> {
  const provider = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const showRefusal = useShowRefusal();
  return useMutation<A, unknown, I>({
    ...(key && { mutationKey: key }),
    mutationFn: (input) => verb(provider, input),
    onSuccess: (answer, input) => {
      onSuccess?.(answer, input);
    },
    onError: async (error) => {
      if (await logoutIfAccessDenied(error)) return;
      if (onRefused?.(error) !== true) showRefusal(error);
    },
  });
}
