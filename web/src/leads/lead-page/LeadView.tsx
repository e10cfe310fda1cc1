import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SxProps, Theme } from '@mui/material/styles';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { productName } from '../../brand/brand.js';
import { useWords } from '../../i18n/useWords.js';
import { PageCard } from '../../layout/PageCard.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useConnectionState } from '../../realtime/useConnectionState.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { ActionBar, type LeadDialog } from './ActionBar.js';
import { buttonsFor, whyNotChangeable } from './action-bar.rules.js';
import { useLeadTabs } from './lead-tabs.js';
import { LeadHead } from './LeadHead.js';
import { TabSide } from './TabSide.js';
import { useTabAddress } from './tab-address.js';
import { useLeadDeeds } from './useLeadDeeds.js';
import type { HoldState } from './useLeadHold.js';
import { lazyPart } from '../../loading/lazy-part.js';

const StatusDialog = lazyPart(() => import('./StatusDialog.js'));
const CallCentreDialog = lazyPart(() => import('../../calls/CallCentreDialog.js'));
const SendTemplateDialog = lazyPart(() => import('../../templates/SendTemplateDialog.js'));
const AgentDialog = lazyPart(() => import('./AgentDialog.js'));
const DeleteLeadDialog = lazyPart(() => import('./DeleteLeadDialog.js'));
const LifeFormDialog = lazyPart(() => import('../life-form/LifeFormDialog.js'));
const HealthFormDialog = lazyPart(() => import('../health-form/HealthFormDialog.js'));

const factsCard: SxProps<Theme> = (theme) => ({
  flex: 'none',
  minHeight: 0,
  [theme.breakpoints.up('md')]: { width: theme.size.leadFacts },
  [theme.breakpoints.up('xl')]: { width: theme.size.leadFactsWide },
});

/** A lead that has been read: what is known of it, and what can be done with it. */
export function LeadView({ lead, hold }: { lead: Lead; hold: HoldState }) {
  const words = useWords();
  const user = useCurrentUser();
  const showAnswer = useShowAnswer();
  const isLive = useConnectionState() === 'live';
  const [dialog, setDialog] = useState<LeadDialog>();
  const close = () => {
    setDialog(undefined);
  };
  const { status, assignment, removal, work, completion, isOwed } = useLeadDeeds(lead, close);

  // Said once, when the lead is open for work; whoever only reads it has no status to change.
  const isReminded = useRef(false);
  useEffect(() => {
    if (hold !== 'held' || isReminded.current) return;
    isReminded.current = true;
    showAnswer({ status: 'info', message: words('crm.lead.remember') });
  }, [hold, showAnswer, words]);

  const why = whyNotChangeable(hold, isLive);
  const reasons = {
    'held-by-other': words('crm.leads.busyHint', { name: lead.busy_fullname ?? '' }),
    'no-connection': words('crm.lead.noConnection'),
    opening: words('crm.lead.opening'),
    waiting: words('crm.lead.waiting'),
    refused: words('crm.lead.refused'),
  };

  const whyNot = why && reasons[why];
  const tabs = useLeadTabs(lead, user);
  const { left, right, open } = useTabAddress(lead.id, tabs);
  const panel = { lead, mayChange: whyNot === undefined, whyNot, tabs, onOpen: open };

  return (
    <>
      <title>{`${lead.fullname} · ${productName}`}</title>
      {hold === 'watching' && (
        <HoldNotice
          icon={<LockOutlined fontSize="small" aria-hidden />}
          text={words('crm.lead.heldBy', { name: lead.busy_fullname ?? '' })}
        />
      )}
      {(why === 'waiting' || why === 'refused') && (
        <HoldNotice icon={<HourglassEmptyOutlined fontSize="small" aria-hidden />} text={reasons[why]} />
      )}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          flex: 1,
          minHeight: 0,
          // On a phone both sides scroll as one, above what can be done.
          overflow: { xs: 'auto', md: 'visible' },
          gap: 2,
        }}
      >
        <PageCard sx={factsCard}>
          <LeadHead lead={lead} />
          {left && <TabSide label={words('crm.lead.factTabs')} active={left} {...panel} />}
        </PageCard>
        {right && (
          <PageCard sx={{ minWidth: 0, minHeight: { xs: 320, md: 0 }, flex: { xs: 'none', md: 1 } }}>
            <TabSide label={words('crm.lead.workTabs')} active={right} {...panel} />
          </PageCard>
        )}
      </Box>
      <ActionBar
        lead={lead}
        buttons={buttonsFor(user, lead, { isThis: isOwed })}
        reason={whyNot}
        onOpen={setDialog}
        onStartWork={() => {
          work.mutate();
        }}
        isStarting={work.isPending}
        onComplete={() => {
          completion.mutate();
        }}
        isCompleting={completion.isPending}
      />
      <Suspense fallback={null}>
        {dialog === 'status' && (
          <StatusDialog
            lead={lead}
            completes={isOwed}
            isSaving={status.isPending}
            onSave={status.mutate}
            onClose={close}
          />
        )}
        {dialog === 'call' && <CallCentreDialog lead={lead} onClose={close} />}
        {(dialog === 'sms' || dialog === 'email') && (
          <SendTemplateDialog kind={dialog} lead={lead} onClose={close} />
        )}
        {dialog === 'edit' && lead.type === 'life' && (
          <LifeFormDialog
            lead={lead}
            onClose={close}
            onSaved={(_saved, outcome) => {
              showAnswer(outcome);
            }}
          />
        )}
        {dialog === 'edit' && lead.type === 'health' && (
          <HealthFormDialog
            lead={lead}
            onClose={close}
            onSaved={(_saved, outcome) => {
              showAnswer(outcome);
            }}
          />
        )}
        {dialog === 'agent' && (
          <AgentDialog
            lead={lead}
            isSaving={assignment.isPending}
            onAssign={assignment.mutate}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <DeleteLeadDialog
            name={lead.fullname}
            isDeleting={removal.isPending}
            onDelete={() => {
              removal.mutate();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** To who reads a lead that cannot be worked on: somebody else does, or the server has not said. */
function HoldNotice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        flex: 'none',
        px: 2,
        py: 1,
        color: 'busy.fg',
        backgroundColor: 'busy.bg',
        border: `1px dashed ${theme.palette.busy.edge}`,
        borderRadius: `${String(theme.radius.control)}px`,
      })}
    >
      {icon}
      <Typography variant="body2">{text}</Typography>
    </Box>
  );
}
