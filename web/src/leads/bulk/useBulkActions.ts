import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useLogoutIfAccessDenied } from '../../session/AccessDenied.js';
import { sendToDiallers } from '@crm/contracts/http/calling.js';
import type { Outcome } from '@crm/contracts/errors.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { deleteSelectedLeads, reassignLeads } from '@crm/contracts/http/leads.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useBulkMessages } from '../../i18n/bulk.en.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { useListFilter } from '../filters/useListFilter.js';
import { isBusyFor } from '../table/lead-row.rules.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { maxSelected } from '../../lists/selection.rules.js';
import { leadsPerCall, stepsOf, useBulkWorks, type BulkKind, type BulkStep } from './bulk-work.js';

/** What a call over many leads answers: what came of it, and which leads it left where it says. */
type BulkOutcome = Outcome & { left?: AnswerOf<typeof reassignLeads>['left'] };

/** What admins do with many leads of the list around. */
export function useBulkActions() {
  const verbs = useVerbs();
  const works = useBulkWorks();
  const client = useQueryClient();
  const translate = useBulkMessages();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { id: userId } = useCurrentUser();
  const { params: filter } = useListFilter();
  const { selectedIds, onSelect, total = 0, sort } = useListContext<LeadRow>();

  const refuse = async (error: unknown) => {
    if (!(await logoutIfAccessDenied(error))) showRefusal(error);
  };

  /** One call shows the server's own message, several are counted together. */
  const change = async (
    kind: BulkKind,
    steps: BulkStep<BulkOutcome>[],
    allDone: (count: string) => string,
  ) => {
    const result = await works.run(kind, steps);
    void client.invalidateQueries({ queryKey: ['leads'] });
    if (result.error !== undefined) await refuse(result.error);
    if (result.done < result.total) {
      if (result.done > 0) {
        showAnswer({
          status: 'warning',
          message: translate('crm.bulk.partly', {
            done: shownCount(result.done),
            total: shownCount(result.total),
          }),
        });
      }
      return;
    }
    const left = result.answers.flatMap((answer) => answer.left ?? []);
    // What may go through another time stays checked.
    onSelect(left.filter(({ reason }) => reason !== 'not_found').map(({ lead_id }) => lead_id));
    const [only, ...more] = result.answers;
    if (!only) return;
    if (more.length === 0) showAnswer(only);
    else if (left.length === 0) showAnswer({ status: 'success', message: allDone(shownCount(result.total)) });
    else {
      const done = shownCount(result.total - left.length);
      showAnswer({
        status: 'warning',
        message: translate('crm.bulk.partly', { done, total: shownCount(result.total) }),
      });
    }
  };

  const ids = selectedIds.map(String);
  return {
    remove: () =>
      change(
        'delete',
        stepsOf(ids, (leads) => verbs.call(deleteSelectedLeads, { body: { leads } })),
        (count) => translate('crm.bulk.deleted', { count }),
      ),

    assign: (agent: AgentChoice, name: string) =>
      change(
        'assign',
        stepsOf(ids, (leads) => verbs.call(reassignLeads, { body: { agent, leads } })),
        (count) => translate('crm.bulk.assigned', { count, name }),
      ),

    send: () =>
      change(
        'send',
        stepsOf(ids, (leads) => verbs.call(sendToDiallers, { body: { leads } })),
        (count) => translate('crm.bulk.sent', { count }),
      ),

    /** Checks every lead of the filter that nobody holds, page by page, up to what one action may name. */
    selectAll: async () => {
      const wanted = Math.min(total, maxSelected);
      const pages = Array.from({ length: Math.ceil(wanted / leadsPerCall) }, (_, index) => index + 1);
      const read = async (page: number) => {
        const { data } = await verbs.getList<LeadRow>('leads', {
          pagination: { page, perPage: leadsPerCall },
          sort,
          filter,
        });
        return data;
      };
      const result = await works.run(
        'select',
        pages.map((page) => ({
          size: Math.min(leadsPerCall, wanted - (page - 1) * leadsPerCall),
          act: () => read(page),
        })),
      );
      if (result.error !== undefined) {
        await refuse(result.error);
        return;
      }
      const free = result.answers.flat().filter((row) => !isBusyFor(row, userId));
      onSelect([...new Set(free.map(({ id }) => id))]);
      if (total > maxSelected) {
        showAnswer({
          status: 'info',
          message: translate('crm.bulk.maxSelected', { count: shownCount(maxSelected) }),
        });
      }
    },
  };
}
