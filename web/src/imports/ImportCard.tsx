import { useState } from 'react';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { FileConsent } from '@crm/contracts/customers/consent.js';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { downloadRefusedRows } from '@crm/contracts/http/imports.js';
import { auditAddress } from '../audit/audit-filter.rules.js';
import { IconAction } from '../controls/IconAction.js';
import { useDownload } from '../downloads/useDownload.js';
import { useConsentMessages } from '../i18n/consent.en.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { RefusedRows } from './RefusedRows.js';
import { isRunning, percentDone, progressWord } from './import-progress.rules.js';
import { shownProgress } from './shown-progress.js';

interface Props {
  known: LeadImport;
  /** Clears it from the latest files; once it has ended. */
  onClear?: () => void;
}

/** One import: how far it is or how it ended, its counts, and what was refused of it. */
export function ImportCard({ known, onClear }: Props) {
  const translate = useRawLeadMessages();
  const isOver = !isRunning(known);
  const isSplit = known.rows !== null || known.read > 0;
  const type = translate(`crm.leads.type.${known.type}`);
  const at = shownInstant(known.finishedAt ?? known.createdAt);
  return (
    <Box
      component="li"
      aria-label={known.file}
      sx={(theme) => ({
        p: 2,
        border: `1px solid ${theme.palette.border.default}`,
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h4" noWrap title={known.file}>
            {known.file}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {translate(known.finishedAt === null ? 'crm.imports.startedAt' : 'crm.imports.finishedAt', {
              type,
              at,
            })}
          </Typography>
          {known.consent && <GivenConsent consent={known.consent} />}
        </Box>
        <State known={known} />
        {isOver && onClear && (
          <Box sx={{ mt: -1, mr: -1 }}>
            <IconAction label={translate('crm.imports.clearOne', { file: known.file })} onClick={onClear}>
              <CloseOutlined fontSize="small" />
            </IconAction>
          </Box>
        )}
      </Box>
      <Progress known={known} />
      {known.state === 'failed' && (
        <Typography variant="body2" color="error" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {known.message}
        </Typography>
      )}
      {(!isOver || isSplit) && <Counts known={known} />}
      {isOver && <Afterwards known={known} />}
    </Box>
  );
}

/** The state in a word, with an icon of its meaning. */
function State({ known }: { known: LeadImport }) {
  const translate = useRawLeadMessages();
  const said = progressWord(known);
  const { color, Icon } = looks['percent' in said ? 'running' : said.word];
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.button,
        ...theme.tabular,
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color,
        whiteSpace: 'nowrap',
      })}
    >
      {Icon && <Icon fontSize="small" aria-hidden />}
      {shownProgress(translate, known)}
    </Box>
  );
}

const looks = {
  running: { color: 'info.main', Icon: undefined },
  counting: { color: 'info.main', Icon: undefined },
  waiting: { color: 'text.secondary', Icon: ScheduleOutlined },
  paused: { color: 'warning.main', Icon: PauseCircleOutlined },
  done: { color: 'success.main', Icon: CheckCircleOutlined },
  failed: { color: 'error.main', Icon: ErrorOutlineOutlined },
} as const;

/** The bar of an import under way: the share of its rows that is read. One that waits has none to show. */
function Progress({ known }: { known: LeadImport }) {
  const translate = useRawLeadMessages();
  if (!isRunning(known) || known.activity === 'waiting') return null;
  const percent = percentDone(known);
  return (
    <LinearProgress
      aria-label={translate('crm.imports.progressOf', { file: known.file })}
      sx={{ mt: 1.5 }}
      {...(percent === undefined ? {} : { variant: 'determinate' as const, value: percent })}
    />
  );
}

const counts = ['rows', 'read', 'saved', 'duplicates', 'refused'] as const;

/** All of its rows, how many are read, and what each of those became. */
function Counts({ known }: { known: LeadImport }) {
  const translate = useRawLeadMessages();
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(84px, 1fr))',
        gap: 1,
        mt: 1.5,
        mb: 0,
      }}
    >
      {counts.map((count) => (
        <div key={count}>
          <Typography variant="caption" component="dt" color="textSecondary" noWrap>
            {translate(`crm.imports.${count}`)}
          </Typography>
          <Typography variant="subtitle1" component="dd" sx={(theme) => ({ ...theme.tabular, m: 0 })}>
            {known[count] === null ? translate('crm.imports.notCounted') : shownCount(known[count])}
          </Typography>
        </div>
      ))}
    </Box>
  );
}

/** What can be done with an import that has ended. */
function Afterwards({ known }: { known: LeadImport }) {
  const translate = useRawLeadMessages();
  const report = useDownload();
  const [showsRefused, setShowsRefused] = useState(false);
  const notImported = known.refused + known.duplicates;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mt: 1, ml: -1.25 }}>
        {(notImported > 0 || showsRefused) && (
          <Button
            size="small"
            aria-expanded={showsRefused}
            onClick={() => {
              setShowsRefused(!showsRefused);
            }}
          >
            {translate(showsRefused ? 'crm.imports.hideRefused' : 'crm.imports.showRefused', {
              smart_count: notImported,
            })}
          </Button>
        )}
        {notImported > 0 && (
          <Button
            size="small"
            startIcon={<DownloadOutlined />}
            aria-label={translate('crm.imports.reportOf', { file: known.file })}
            loading={report.isPending}
            loadingPosition="start"
            onClick={() => {
              const { method, path } = downloadRefusedRows;
              report.mutate({
                method,
                url: path.replace('{id}', known.id),
                name: translate('crm.imports.reportName', { file: known.file }),
              });
            }}
          >
            {translate('crm.imports.report')}
          </Button>
        )}
        <Button
          size="small"
          color="secondary"
          component={Link}
          to={auditAddress({ subject: `import/${known.id}` })}
          aria-label={translate('crm.imports.auditOf', { file: known.file })}
        >
          {translate('crm.imports.audit')}
        </Button>
      </Box>
      {showsRefused && <RefusedRows of={known} />}
    </>
  );
}

/** The consent that came with the file, in a line. */
function GivenConsent({ consent }: { consent: FileConsent }) {
  const translate = useRawLeadMessages();
  const words = useConsentMessages();
  const { consent_kind: kind = 'written', channels = [], seller } = consent;
  const said = {
    kind: words(`crm.consent.kind.${kind}`),
    channels: channels.map((channel) => words(`crm.consent.channels.${channel}`)).join(', '),
  };
  return (
    <Typography variant="caption" component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {seller === undefined
        ? translate('crm.imports.consent.given', said)
        : translate('crm.imports.consent.givenFor', { ...said, seller })}
    </Typography>
  );
}
