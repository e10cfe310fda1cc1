import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { leadRow } from '@crm/contracts/entities/lead.js';
import { reassignLeads } from '@crm/contracts/http/leads.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { licences, licensedAgents, type Licence } from '@crm/contracts/resources/licence.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { PanelNotice } from '../../controls/PanelNotice.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useLicenceMessages } from '../../i18n/licences.en.js';
import { AgentPicker } from '../../controls/AgentPicker.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = licences;

/** One call moves so many; the rest is moved by the next. */
const movedAtOnce = 100;

const firstPage = ({ agent_id, state, line }: Licence) => ({
  pagination: { page: 1, perPage: movedAtOnce },
  sort: { field: 'updatedAt', order: 'DESC' as const },
  filter: { type: typeIdOf[line], agent: [agent_id], state: [state] },
});

/** The leads that an agent cannot work any more for want of a licence, and who can have them. */
export function MoveLeadsDialog({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const translate = useLicenceMessages();
  const showAnswer = useShowAnswer();
  const queries = useQueryClient();
  const [picked, setPicked] = useState<{ id: AgentChoice; name: string }>();
  const { id, agent, state, line } = licence;
  const leads = useVerbQuery({
    key: ['leads', 'of-licence', id],
    ask: (provider) => provider.getList('leads', firstPage(licence)),
  });
  const agents = useVerbQuery({
    key: ['licences', id, 'agents'],
    ask: async (provider, signal) =>
      (await provider.call(licensedAgents, { params: { id }, signal })).agents.map((each) => ({
        ...each,
        email: '',
      })),
  });
  const moving = useVerb(
    async (provider, to: { id: AgentChoice; name: string }) => {
      const { total = 0 } = await provider.getList('leads', firstPage(licence));
      let moved = 0;
      for (;;) {
        const { data } = await provider.getList('leads', firstPage(licence));
        const ids = data.map((row) => leadRow.parse(row).id);
        if (ids.length === 0) break;
        const { left = [] } = await provider.call(reassignLeads, { body: { agent: to.id, leads: ids } });
        moved += ids.length - left.length;
        // Those that somebody has open would be the first page for ever.
        if (left.length > 0) break;
      }
      return { moved, total, name: to.name };
    },
    {
      onSuccess: ({ moved, total, name }) => {
        void queries.invalidateQueries({ queryKey: ['leads'] });
        showAnswer({
          status: moved === total ? 'success' : 'warning',
          message: translate('crm.licences.moved', { done: moved, total, name }),
        });
        if (moved === total) onClose();
      },
    },
  );
  const total = leads.data?.total;
  const isReady = total !== undefined && agents.data !== undefined;
  const isFailed = leads.isError || agents.isError;
  return (
    <DialogFrame
      open
      title={translate('crm.licences.moveTitle')}
      subtitle={translate('crm.licences.moveSubtitle', {
        agent,
        line: shownValue(fields.line, line),
        state: shownValue(fields.state, state),
      })}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          {isReady && total > 0 && agents.data.length > 0 && (
            <ReasonButton
              variant="contained"
              loading={moving.isPending}
              reason={picked ? undefined : translate('crm.licences.pickAgent')}
              onClick={() => {
                if (picked) moving.mutate(picked);
              }}
            >
              {translate('crm.licences.moveNow', { smart_count: total })}
            </ReasonButton>
          )}
        </>
      }
    >
      {!isReady ? (
        <PanelNotice
          text={isFailed ? translate('crm.licences.countFailed') : translate('crm.licences.counting')}
          {...(isFailed && {
            onRetry: () => Promise.all([leads.refetch(), agents.refetch()]),
          })}
        />
      ) : (
        <>
          <Typography role="status" sx={{ mb: 1 }}>
            <strong>
              {total === 0
                ? translate('crm.licences.none')
                : translate('crm.licences.count', { smart_count: total })}
            </strong>
          </Typography>
          {total > 0 && (
            <Typography color="text.secondary" sx={{ mb: 1.5 }}>
              {translate(agents.data.length === 0 ? 'crm.licences.nobody' : 'crm.licences.moveText')}
            </Typography>
          )}
          {total > 0 && agents.data.length > 0 && (
            <AgentPicker agents={agents.data} picked={picked?.id} onPick={setPicked} />
          )}
        </>
      )}
    </DialogFrame>
  );
}
