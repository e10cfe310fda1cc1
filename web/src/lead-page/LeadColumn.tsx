import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import { lowestPremium } from '@crm/contracts/leads/premium.rules.js';
import { shownMoney } from '@crm/contracts/money.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { PageCard } from '../controls/PageCard.js';
import { useNow } from '../controls/useNow.js';
import { stateOf } from '../followups/followup-form.rules.js';
import { shownTimes } from '../followups/followup-times.js';
import { FollowupStateChip } from '../followups/FollowupStateChip.js';
import { PriorityChip } from '../followups/PriorityChip.js';
import { useLeadFollowup } from '../followups/useFollowups.js';
import { relativeTime } from '../i18n/shown-days.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { carriersOfLead, inOrder, openingOrder } from '../leads/carriers/carrier-rows.rules.js';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { useReferenceEntries } from '../reference/useReferenceList.js';
import { useTexts } from '../texts/useTexts.js';

interface Props {
  lead: Lead;
  tabs: readonly LeadTab[];
  onOpen: (tab: LeadTab) => void;
}

const shownTexts = 3;

/** Where a window is wide, what else is asked for in a call stands beside it: prices, the follow-up, the last texts. */
export function LeadColumn({ lead, tabs, onOpen }: Props) {
  const wayTo = (key: string) => {
    const tab = tabs.find((each) => each.side === 'right' && each.key === key);
    return (
      tab &&
      (() => {
        onOpen(tab);
      })
    );
  };
  return (
    <PageCard
      component="aside"
      sx={(theme) => ({ flex: 'none', minHeight: 0, width: theme.size.leadColumn, overflow: 'auto' })}
    >
      {lead.type === 'life' && <Prices lead={lead} onAll={wayTo('carrier')} />}
      <NextFollowup lead={lead} onAll={wayTo('followups')} />
      <LastTexts lead={lead} onAll={wayTo('text')} />
    </PageCard>
  );
}

interface PartProps {
  title: string;
  /** Opens the tab that has all of it. */
  onAll: (() => void) | undefined;
  children: ReactNode;
}

function Part({ title, onAll, children }: PartProps) {
  const translate = useLeadPageMessages();
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="subtitle1" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {onAll && (
          <Button
            size="small"
            sx={{ my: -0.75, mr: -1.25 }}
            aria-label={translate('crm.lead.allOf', { part: title })}
            onClick={onAll}
          >
            {translate('crm.lead.all')}
          </Button>
        )}
      </Box>
      {children}
    </Box>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);

/** The carriers that have a price, the lowest first. */
function Prices({ lead, onAll }: { lead: LifeLead; onAll: (() => void) | undefined }) {
  const translate = useLeadPageMessages();
  const rows = carriersOfLead(useReferenceEntries('carriers'), lead).filter(
    ({ code }) => lead.price[code] !== undefined,
  );
  const best = lowestPremium(lead.price, lead.rate_class)?.carrier;
  return (
    <Part title={translate('crm.lead.byPrice')} onAll={onAll}>
      {rows.length === 0 && <Nothing>{translate('crm.lead.noPrices')}</Nothing>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}>
        {inOrder(rows, openingOrder(rows, lead.price)).map(({ code, name }) => (
          <Box
            key={code}
            component="li"
            sx={(theme) => ({
              ...theme.typography.body2,
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              minHeight: 30,
              mx: -1,
              px: 1,
              borderRadius: `${String(theme.radius.control)}px`,
              ...(code === best && { fontWeight: 600, backgroundColor: 'hue.green.tint' }),
            })}
          >
            <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            {code === lead.carrier && <Chip size="small" label={translate('crm.lead.chosen')} />}
            <Box
              component="span"
              sx={(theme) => ({
                ...theme.tabular,
                fontWeight: code === best ? 600 : 400,
                color: code === best ? 'success.main' : 'text.primary',
              })}
            >
              {shownMoney(lead.price[code] ?? 0)}
            </Box>
          </Box>
        ))}
      </Box>
    </Part>
  );
}

function NextFollowup({ lead, onAll }: { lead: Lead; onAll: (() => void) | undefined }) {
  const translate = useLeadPageMessages();
  const { data: followup } = useLeadFollowup(lead.id);
  const { zones } = useMayContact(lead);
  return (
    <Part title={translate('crm.lead.followUps')} onAll={onAll}>
      {followup ? (
        <Planned followup={followup} zones={zones} />
      ) : (
        followup === null && <Nothing>{translate('crm.lead.noFollowup')}</Nothing>
      )}
    </Part>
  );
}

function Planned({ followup, zones }: { followup: Followup; zones: readonly string[] }) {
  const now = useNow();
  const { time, isTheirs, own } = shownTimes(followup.datetime, zones);
  const when = relativeTime(followup.datetime, now);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <PriorityChip priority={followup.priority} />
        {stateOf(followup, now) !== 'inProgress' && <FollowupStateChip followup={followup} />}
        <Typography variant="body2" sx={(theme) => ({ ...theme.tabular, fontWeight: 600 })}>
          {time}
        </Typography>
      </Box>
      <Typography
        variant="caption"
        component="p"
        sx={(theme) => ({ ...theme.tabular, m: 0, fontWeight: 400, color: 'text.secondary' })}
      >
        {isTheirs && time !== own ? `${own}, ${when}` : when}
      </Typography>
      {followup.description !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {followup.description}
        </Typography>
      )}
    </Box>
  );
}

function LastTexts({ lead, onAll }: { lead: Lead; onAll: (() => void) | undefined }) {
  const translate = useLeadPageMessages();
  const { data } = useTexts(lead.id);
  const last = data?.messages.slice(-shownTexts) ?? [];
  return (
    <Part title={translate('crm.lead.lastTexts')} onAll={onAll}>
      {data && last.length === 0 && <Nothing>{translate('crm.lead.noTexts')}</Nothing>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
        {last.map((text) => {
          const isTheirs = text.is_client_message === 1;
          return (
            <Box
              key={text.id ?? text.createdAt}
              component="li"
              sx={{
                display: 'flex',
                flexDirection: 'column-reverse',
                alignItems: isTheirs ? 'flex-start' : 'flex-end',
                minWidth: 0,
              }}
            >
              <Typography
                variant="overline"
                component="p"
                color="textSecondary"
                sx={{ m: 0, mt: 0.25, textAlign: isTheirs ? 'start' : 'end' }}
              >
                {[
                  isTheirs ? lead.fullname : text.agent_fullname || translate('crm.lead.us'),
                  translate('crm.fields.pacific', { time: shownInstant(text.createdAt) }),
                ].join(' · ')}
              </Typography>
              <Typography
                component="div"
                variant="body2"
                sx={(theme) => ({
                  maxWidth: '92%',
                  px: 1.5,
                  py: 0.75,
                  backgroundColor: isTheirs ? 'hue.neutral.chip' : 'brand.tint',
                  borderRadius: `${String(theme.radius.card)}px`,
                })}
              >
                <Box
                  sx={{
                    overflowWrap: 'anywhere',
                    display: '-webkit-box',
                    WebkitLineClamp: 3,
                    WebkitBoxOrient: 'vertical',
                    overflow: 'hidden',
                  }}
                >
                  {text.text}
                </Box>
              </Typography>
            </Box>
          );
        })}
      </Box>
    </Part>
  );
}
