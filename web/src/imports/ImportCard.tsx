import { useState } from 'react';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { FileConsent } from '@crm/contracts/customers/consent.js';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { downloadRefusedRows } from '@crm/contracts/http/leads.js';
import { useDownload } from '../downloads/useDownload.js';
import { useConsentMessages } from '../i18n/consent.en.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { RefusedRows } from './RefusedRows.js';
import { isRunning, percentDone } from './import-progress.rules.js';

const counts = ['read', 'saved', 'refused', 'duplicates'] as const;

/** One import: how far it is or how it ended, its counts, and the report of what was refused. */
export function ImportCard({ known }: { known: LeadImport }) {
  const translate = useRawLeadMessages();
  const report = useDownload();
  const isOver = !isRunning(known);
  const hasRefused = known.refused + known.duplicates > 0;
  const [showsRefused, setShowsRefused] = useState(false);
  const percent = percentDone(known);
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
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
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
        <State state={known.state} percent={percent} />
      </Box>
      {!isOver && (
        <LinearProgress
          aria-label={translate('crm.imports.progressOf', { file: known.file })}
          sx={{ mt: 1.5 }}
          {...(percent === undefined ? {} : { variant: 'determinate' as const, value: percent })}
        />
      )}
      {known.state === 'failed' && (
        <Typography variant="body2" color="error" sx={{ mt: 1 }}>
          {known.message}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 1, mt: 1.5, mb: 0 }}
      >
        {counts.map((count) => (
          <div key={count}>
            <Typography variant="caption" component="dt" color="textSecondary">
              {translate(`crm.imports.${count}`)}
            </Typography>
            <Typography variant="subtitle1" component="dd" sx={(theme) => ({ ...theme.tabular, m: 0 })}>
              {count === 'read' && !isOver && known.rows !== null
                ? translate('crm.imports.readOf', {
                    read: shownCount(known.read),
                    rows: shownCount(known.rows),
                  })
                : shownCount(known[count])}
            </Typography>
          </div>
        ))}
      </Box>
      {isOver && hasRefused && (
        <Button
          size="small"
          aria-expanded={showsRefused}
          onClick={() => {
            setShowsRefused(!showsRefused);
          }}
          sx={{ mt: 1, ml: -1, mr: 1 }}
        >
          {translate(showsRefused ? 'crm.imports.hideRefused' : 'crm.imports.showRefused', {
            smart_count: known.refused + known.duplicates,
          })}
        </Button>
      )}
      {isOver && hasRefused && (
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
          sx={{ mt: 1, ml: -1 }}
        >
          {translate('crm.imports.report')}
        </Button>
      )}
      {isOver && hasRefused && showsRefused && <RefusedRows of={known} />}
    </Box>
  );
}

/** The state in a word, with an icon of its meaning. */
function State({ state, percent }: { state: LeadImport['state']; percent: number | undefined }) {
  const translate = useRawLeadMessages();
  const look = {
    receiving: { word: 'crm.imports.running', color: 'info.main', Icon: undefined },
    running: { word: 'crm.imports.running', color: 'info.main', Icon: undefined },
    done: { word: 'crm.imports.done', color: 'success.main', Icon: CheckCircleOutlined },
    failed: { word: 'crm.imports.failed', color: 'error.main', Icon: ErrorOutlineOutlined },
  } as const;
  const { word, color, Icon } = look[state];
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
      })}
    >
      {Icon && <Icon fontSize="small" aria-hidden />}
      {state !== 'done' && state !== 'failed' && percent !== undefined
        ? translate('crm.imports.runningShort', { percent })
        : translate(word)}
    </Box>
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
