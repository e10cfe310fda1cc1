import { Suspense, useEffect, useState } from 'react';
import Box from '@mui/material/Box';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { HealthLead, Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useReferenceText } from '../reference/useReferenceList.js';
import { LeadAuditSection } from '../audit/LeadAudit.js';
import { ConsentSections } from '../leads/consent/ConsentSections.js';
import { EvidenceSection } from './EvidenceSection.js';
import { healthGroups } from '../leads/lead/health-fields.js';
import type { LineGroup } from '../leads/lead/lead-lines.js';
import { lifeGroups } from '../leads/lead/life-fields.js';
import { LinesSection } from '../controls/LinesSection.js';
import { useIsOnPhone } from '../theme/useIsOnPhone.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { EditedDetail } from './InlineEditor.js';
import { MainPhone } from './MainPhone.js';

const InlineEditor = lazyPart(() => import('./InlineEditor.js'));

/** What is known of the customer, in groups; as many columns as there is room for (look: Lead page). */
export function ClientTab(props: Pick<LeadPanelProps, 'lead' | 'mayChange'>) {
  const { lead, mayChange } = props;
  return lead.type === 'life' ? (
    <LifeFields lead={lead} mayChange={mayChange} />
  ) : (
    <HealthFields lead={lead} mayChange={mayChange} />
  );
}

interface FieldsProps<L extends Lead> {
  lead: L;
  mayChange: boolean;
}

function LifeFields({ lead, mayChange }: FieldsProps<LifeLead>) {
  const translate = useLeadPageMessages();
  const condition = useReferenceText(lead.source === 'mediaalpha' ? 'mediaalphaMedications' : 'medications');
  const carrier = useReferenceText('carriers');
  const groups = lifeGroups(lead, translate, { condition, carrier });
  return <FieldGroups lead={lead} mayChange={mayChange} groups={groups} />;
}

function HealthFields({ lead, mayChange }: FieldsProps<HealthLead>) {
  const translate = useLeadPageMessages();
  const condition = useReferenceText('healthMedications');
  const company = useReferenceText('health_current_company');
  const groups = healthGroups(lead, translate, { condition, company });
  return <FieldGroups lead={lead} mayChange={mayChange} groups={groups} />;
}

/** How long a change made here can be taken back beside it. */
const undoMs = 10_000;

function FieldGroups({ lead, mayChange, groups }: FieldsProps<Lead> & { groups: readonly LineGroup[] }) {
  const translate = useLeadPageMessages();
  const showAnswer = useShowAnswer();
  const [edited, setEdited] = useState<EditedDetail>();
  const [changed, setChanged] = useState<EditedDetail>();
  const [showsAll, setShowsAll] = useState(false);
  const isOnPhone = useIsOnPhone();
  const [isUnfolded, setUnfolded] = useState(false);
  const missing = groups.flatMap(({ lines }) => lines.filter(({ value }) => value === null)).length;
  useEffect(() => {
    if (changed === undefined) return undefined;
    const timer = setTimeout(() => {
      setChanged(undefined);
    }, undoMs);
    return () => {
      clearTimeout(timer);
    };
  }, [changed]);

  const linesOf = ({ lines }: LineGroup) =>
    lines
      .filter(({ value }) => showsAll || value !== null)
      .map(({ label, value, keys = [] }) => ({
        label,
        value,
        onEdit:
          mayChange && keys.length > 0
            ? (anchor: HTMLElement) => {
                setEdited({ label, keys, anchor });
              }
            : undefined,
        after: changed?.label === label && (
          <Suspense fallback={null}>
            <InlineEditor
              lead={lead}
              detail={changed}
              onSaved={(_saved, outcome) => {
                showAnswer(outcome);
                setChanged(undefined);
              }}
              onClose={() => {
                setChanged(undefined);
              }}
            />
          </Suspense>
        ),
      }));

  if (isOnPhone && !isUnfolded)
    return (
      <Box sx={{ px: 2.5, pt: 2, pb: 1 }}>
        <MainPhone lead={lead} />
        <DetailsButton
          isOpen={false}
          known={groups.flatMap(({ lines }) => lines.flatMap(({ value }) => value ?? [])).join(' · ')}
          onToggle={() => {
            setUnfolded(true);
          }}
        />
      </Box>
    );
  return (
    <Box sx={{ columnWidth: 300, columnGap: 5, px: 2.5, py: 2 }}>
      {isOnPhone && (
        <DetailsButton
          isOpen
          known=""
          onToggle={() => {
            setUnfolded(false);
          }}
        />
      )}
      {groups
        .map((group) => ({ title: group.title, lines: linesOf(group) }))
        // The first has the phone.
        .filter(({ lines }, index) => index === 0 || lines.length > 0)
        .map((group, index) => (
          <LinesSection key={group.title} {...group}>
            {index === 0 && <MainPhone lead={lead} />}
          </LinesSection>
        ))}
      {missing > 0 && (
        <Button
          size="small"
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll);
          }}
          sx={{ mb: 1.5, ml: -0.5 }}
        >
          {showsAll
            ? translate('crm.lead.hideNotGiven')
            : translate('crm.lead.notGiven', { smart_count: missing })}
        </Button>
      )}
      <ConsentSections lead={lead} />
      <EvidenceSection leadId={lead.id} />
      <LeadAuditSection lead={lead} />
      <Suspense fallback={null}>
        {edited && (
          <InlineEditor
            lead={lead}
            detail={edited}
            onSaved={(_saved, outcome) => {
              showAnswer(outcome);
              setChanged({ ...edited, before: lead });
            }}
            onClose={() => {
              setEdited(undefined);
            }}
          />
        )}
      </Suspense>
    </Box>
  );
}

/** On a phone the work stands below: what is known of the customer is one line until it is asked for. */
function DetailsButton({
  isOpen,
  known,
  onToggle,
}: {
  isOpen: boolean;
  known: string;
  onToggle: () => void;
}) {
  const translate = useLeadPageMessages();
  return (
    <ButtonBase
      aria-expanded={isOpen}
      onClick={onToggle}
      sx={(theme) => ({
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 1,
        width: '100%',
        minHeight: theme.size.control,
        textAlign: 'left',
        borderRadius: `${String(theme.radius.control)}px`,
      })}
    >
      <Typography
        variant="body2"
        component="span"
        sx={{ flex: 'none', fontWeight: 600, color: 'primary.main' }}
      >
        {translate('crm.lead.details')}
      </Typography>
      <Typography variant="body2" component="span" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {known}
      </Typography>
      <ExpandMoreOutlined
        aria-hidden
        sx={{ flex: 'none', color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none' }}
      />
    </ButtonBase>
  );
}
