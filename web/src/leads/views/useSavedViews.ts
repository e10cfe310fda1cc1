import { useQueryClient } from '@tanstack/react-query';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import {
  changeLeadView,
  createLeadView,
  deleteLeadView,
  listLeadViews,
  type SavedView,
} from '@crm/contracts/http/lead-views.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

/** The views that the user saved of a lead table, and those that admins share. */
export function useSavedViews(type: TypeId): readonly SavedView[] {
  const { data } = useVerbQuery({
    key: ['lead-views', type],
    ask: (provider, signal) => provider.call(listLeadViews, { query: { type: String(type) }, signal }),
    refetchOnWindowFocus: true,
  });
  return data?.views ?? [];
}

type Kept = Omit<SavedView, 'id' | 'user_id'>;

/** Saves, changes and deletes views; each says how it went. `onRefused` is told before that of what is refused. */
export function useViewChanges(onRefused: (error: unknown) => boolean = () => false) {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => client.invalidateQueries({ queryKey: ['lead-views'] });
  const creation = useVerb((provider, view: Kept) => provider.call(createLeadView, { body: view }), {
    onSuccess: (answer) => {
      showAnswer(answer);
      void reread();
    },
    onRefused,
  });
  const change = useVerb(
    (provider, { id, ...body }: Pick<SavedView, 'id'> & Partial<Omit<Kept, 'type'>>) =>
      provider.call(changeLeadView, { params: { id }, body }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void reread();
      },
      onRefused,
    },
  );
  const removal = useVerb(
    (provider, { id }: SavedView) => provider.call(deleteLeadView, { params: { id } }),
    { onSuccess: () => void reread() },
  );
  return { creation, change, removal };
}
