import type { User } from '@crm/contracts/entities/user.js';
import { updateUser } from '@crm/contracts/http/account.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';

/** Saves one field of the own account; the session has it at once. */
export function useSaveOwn<F extends 'phone' | 'text_message'>(
  field: F,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (error: unknown) => void },
) {
  const { id } = useCurrentUser();
  const session = useSession();
  const showAnswer = useShowAnswer();
  return useVerb((provider, value: string) => provider.call(updateUser, { body: { id, [field]: value } }), {
    onSuccess: ({ user, ...answer }) => {
      const saved: Partial<User> = { [field]: user[field] };
      session.change(saved);
      showAnswer(answer);
      onSaved();
    },
    onRefused,
  });
}
