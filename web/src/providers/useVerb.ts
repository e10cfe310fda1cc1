import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useContext } from 'react';
import { DataProviderContext } from 'react-admin';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import type { CrmDataProvider } from './data-provider.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';

/**
 * The bare data provider, for our own methods: react-admin's hook would resolve with `{}` when a session has ended.
 */
export function useVerbs(): CrmDataProvider {
  return useContext(DataProviderContext) as CrmDataProvider;
}

interface VerbOptions<I, A> {
  /** Mutation key, so that others can see that it is in flight. */
  key?: readonly unknown[];
  onSuccess?: (answer: A, input: I) => void;
  /** Called before the error is shown, to put field errors into the form; returning true suppresses the message. */
  onRefused?: (error: unknown) => boolean | void;
}

/**
 * A call of the product as a mutation. Failures go through the application's rules first (session ended, unfinished
 * lead, ...); otherwise the server's message is shown.
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
