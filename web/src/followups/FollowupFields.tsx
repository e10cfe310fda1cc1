import { useState } from 'react';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  followupLength,
  followupPriorities,
  type FollowupPriority,
} from '@crm/contracts/entities/followup.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { shownDayAt } from '../leads/lead/local-time.js';
import { fromField, toField } from '../controls/datetime-field.rules.js';
import { suggested, suggestions, type FollowupForm, type Suggestion } from './followup-form.rules.js';
import { localisedChoices } from '../fields/shown-value.js';

interface Props {
  form: FollowupForm;
  /** Where the customer may live. */
  zones: readonly string[];
  /** Why the time cannot be taken. */
  timeError: string | undefined;
  isOff?: boolean;
  /** Has the focus when it opens. */
  isFirst?: boolean;
  onChange: (form: FollowupForm) => void;
}

const names = Object.keys(suggestions) as Suggestion[];
const priorities = followupPriorities.map(({ id, title }) => ({ value: String(id), text: title }));
const priorityOf = (value: string): FollowupPriority =>
  followupPriorities.find(({ id }) => String(id) === value)?.id ?? 3;

/** When to come back, how it matters and what about; both clocks stand below the time (rule F2). */
export function FollowupFields({ form, zones, timeError, isOff = false, isFirst = false, onChange }: Props) {
  const translate = useFollowupMessages();
  const { fault, count } = useTextLimit(form.description, followupLength);
  const [openedAt] = useState(() => toField(new Date()));
  const change = (changed: Partial<FollowupForm>) => {
    onChange({ ...form, ...changed });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <Box>
        <TextField
          type="datetime-local"
          label={translate('crm.followup.datetime')}
          required
          disabled={isOff}
          autoFocus={isFirst}
          value={form.datetime}
          error={timeError !== undefined}
          helperText={timeError ?? translate('crm.followup.datetimeHelp')}
          slotProps={{ htmlInput: { min: openedAt, max: '9999-12-31T23:59' } }}
          onChange={({ target }) => {
            change({ datetime: target.value });
          }}
        />
        {!isOff && (
          <Box
            role="group"
            aria-label={translate('crm.followup.sooner')}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}
          >
            {names.map((name) => (
              <Button
                key={name}
                size="small"
                variant="outlined"
                onClick={() => {
                  change({ datetime: toField(suggested(name, new Date())) });
                }}
              >
                {translate(`crm.followup.${name}`)}
              </Button>
            ))}
          </Box>
        )}
        <Clocks instant={fromField(form.datetime)} zones={zones} />
      </Box>
      <SegmentsOf
        label={translate('crm.followup.priority')}
        value={String(form.priority)}
        choices={localisedChoices(priorities)}
        disabled={isOff}
        onPick={(value) => {
          change({ priority: priorityOf(value) });
        }}
      />
      <TextField
        label={translate('crm.followup.description')}
        placeholder={translate('crm.followup.descriptionHelp')}
        multiline
        minRows={2}
        maxRows={6}
        disabled={isOff}
        value={form.description}
        error={fault !== undefined}
        helperText={fault ?? count}
        onChange={({ target }) => {
          change({ description: target.value });
        }}
      />
    </Box>
  );
}

/** What the picked time is on both ends of the line. */
function Clocks({ instant, zones }: { instant: Date | undefined; zones: readonly string[] }) {
  const translate = useFollowupMessages();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const theirs = zones.length === 0 ? translate('crm.followup.theirsUnknown') : undefined;
  const lines = [
    ['yours', instant && shownDayAt([own], instant)],
    ['theirs', instant && (theirs ?? shownDayAt(zones, instant))],
  ] as const;
  return (
    <Box
      component="dl"
      aria-live="polite"
      sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 1.5, rowGap: 0.5, mt: 1.5, mb: 0 }}
    >
      {lines.map(([name, time]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography
            variant="body2"
            component="dt"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
          >
            <ScheduleOutlined fontSize="small" aria-hidden />
            {translate(`crm.followup.${name}`)}
          </Typography>
          <Typography
            variant="body2"
            component="dd"
            sx={(theme) => ({ ...theme.tabular, m: 0, fontWeight: time === undefined ? 400 : 600 })}
          >
            {time ?? '–'}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
