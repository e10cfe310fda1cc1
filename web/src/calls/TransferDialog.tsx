import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { listSuitableAgents } from '@crm/contracts/http/agents.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { leadDenialReason } from '@crm/contracts/licences/licence.rules.js';
import { phoneNumber, toE164, toShown } from '@crm/contracts/phone.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { RetryButton } from '../controls/RetryButton.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { AgentPicker } from '../controls/AgentPicker.js';
import { useLead } from '../leads/lead/lead-query.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { PhoneField } from '../controls/PhoneField.js';
import { hasSecond } from './second.rules.js';
import { useCallActions } from '../calling/useCallActions.js';

/** Who is online changes all the time. */
const readEveryMs = 10_000;

/** Transfers the customer: dials an agent or a number, and leaves once they are connected. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const translate = useCallMessages();
  const { live } = useCalling();
  const store = useCallingStore();
  const { role_id } = useCurrentUser();
  const { transfer, remove } = useCallActions(live);
  const leadId = live?.lead_id ?? null;
  const mayPick = role_id !== roles.guide && leadId !== null;
  const [way, setWay] = useState<'agent' | 'number'>(mayPick ? 'agent' : 'number');
  const [agent, setAgent] = useState<AgentChoice>();
  const [phone, setPhone] = useState('');
  const number = toE164(phone);
  const isOn = hasSecond(live);
  const isTalking = live?.second?.state === 'on';
  const why =
    way === 'agent'
      ? typeof agent === 'string'
        ? undefined
        : translate('crm.calls.chooseAgent')
      : number === undefined
        ? translate('crm.calls.wrongNumber')
        : undefined;
  const leave = () => {
    // A colleague takes over the lead and its status; after a transfer to a number, the user keeps it.
    store.set({ isHandedOver: !phoneNumber.safeParse(live?.second?.number).success });
    transfer.mutate(
      { leave: true },
      {
        onError: () => {
          store.set({ isHandedOver: false });
        },
      },
    );
  };
  const ring = () => {
    if (way === 'number') {
      if (number !== undefined) transfer.mutate({ number });
    } else if (typeof agent === 'string') transfer.mutate({ user_id: agent });
  };

  return (
    <DialogFrame
      open
      width={560}
      title={translate('crm.calls.transferTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (transfer.isPending) return;
        if (isOn) {
          if (isTalking) leave();
        } else if (why === undefined) ring();
      }}
      extras={
        isOn && (
          <Button
            variant="outlined"
            color="error"
            loading={remove.isPending}
            onClick={() => {
              remove.mutate();
            }}
          >
            {translate('crm.calls.hangUp')}
          </Button>
        )
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          {isOn ? (
            <ReasonButton
              type="submit"
              variant="contained"
              loading={transfer.isPending}
              reason={isTalking ? undefined : translate('crm.calls.leaveFirst')}
            >
              {translate('crm.calls.leave')}
            </ReasonButton>
          ) : (
            <ReasonButton type="submit" variant="contained" loading={transfer.isPending} reason={why}>
              {translate('crm.calls.ringAgent')}
            </ReasonButton>
          )}
        </>
      }
    >
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minHeight: 20, mb: 1.5 }}>
        {isOn && live?.second
          ? translate(isTalking ? 'crm.calls.secondTalks' : 'crm.calls.secondRinging', {
              number: toShown(live.second.number),
            })
          : translate('crm.calls.leaveText')}
      </Typography>
      {!isOn && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {mayPick && (
            <SegmentsOf
              label={translate('crm.calls.transfer')}
              value={way}
              choices={[
                { value: 'agent', text: translate('crm.calls.toAgent') },
                { value: 'number', text: translate('crm.calls.toNumber') },
              ]}
              onPick={setWay}
            />
          )}
          {way === 'number' ? (
            <PhoneField value={phone} onChange={setPhone} />
          ) : (
            live?.lead_id && <OnlineAgents leadId={live.lead_id} picked={agent} onPick={setAgent} />
          )}
        </Box>
      )}
    </DialogFrame>
  );
}

/** Online agents with a licence for the state and type of the lead, except the user. */
function OnlineAgents({
  leadId,
  picked,
  onPick,
}: {
  leadId: string;
  picked: AgentChoice | undefined;
  onPick: (id: AgentChoice) => void;
}) {
  const translate = useCallMessages();
  const { id: userId } = useCurrentUser();
  const lead = useLead(leadId);
  const state = lead.data?.state ?? null;
  const agents = useVerbQuery({
    key: ['calls', 'online-agents', state],
    ask: async (provider, signal) =>
      state === null
        ? []
        : (await provider.call(listSuitableAgents, { body: { state_id: state }, signal })).agents,
    enabled: lead.data !== undefined,
    refetchInterval: readEveryMs,
  });
  if (lead.isError || agents.isError) {
    return (
      <Typography role="alert">
        {translate('crm.calls.agentsFailed')}{' '}
        <RetryButton onRetry={() => Promise.all([lead.refetch(), agents.refetch()])} />
      </Typography>
    );
  }
  const today = pacificDate(new Date());
  const online = agents.data?.filter(
    (agent) =>
      agent.online === 1 &&
      agent.id !== userId &&
      lead.data !== undefined &&
      leadDenialReason(agent, lead.data, today) === undefined,
  );
  if (online?.length === 0) {
    return <Typography color="text.secondary">{translate('crm.calls.noAgents')}</Typography>;
  }
  return (
    <AgentPicker
      agents={online}
      picked={picked}
      onPick={({ id }) => {
        onPick(id);
      }}
    />
  );
}
