import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { HueName } from '../theme/tokens.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { Dot } from './Dot.js';

export interface PickedChip {
  key: string;
  label: string;
  hue?: HueName;
  count?: number | undefined;
  onRemove: () => void;
}

/** What is picked, filter by filter, each to be taken away. */
export function FilterChips({ groups }: { groups: readonly (readonly PickedChip[])[] }) {
  const shown = groups.filter((group) => group.length > 0);
  if (shown.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      {shown.map((group, index) => (
        <Box key={group[0]?.key} sx={{ display: 'contents' }}>
          {index > 0 && (
            <Box
              aria-hidden="true"
              sx={{ width: '1px', height: 24, mx: 0.5, backgroundColor: 'border.default' }}
            />
          )}
          {group.map(({ key, ...chip }) => (
            <Picked key={key} {...chip} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Picked({ label, hue, count, onRemove }: Omit<PickedChip, 'key'>) {
  const translate = useTranslate();
  return (
    <Box
      sx={(theme) => ({
        ...theme.typography.caption,
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        height: 28,
        pl: 1.25,
        pr: 0.25,
        borderRadius: `${String(theme.radius.chip)}px`,
        backgroundColor: theme.palette.hue.neutral.chip,
        color: theme.palette.text.primary,
      })}
    >
      {hue && <Dot hue={hue} />}
      {label}
      {count !== undefined && (
        <Box component="span" sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}>
          {shownCount(count)}
        </Box>
      )}
      <ButtonBase
        aria-label={translate('crm.filters.remove', { name: label })}
        onClick={onRemove}
        sx={(theme) => ({
          width: 24,
          height: 24,
          borderRadius: `${String(theme.radius.chip)}px`,
          color: 'text.secondary',
          '&:hover': { color: 'text.primary' },
        })}
      >
        <CloseOutlined fontSize="small" />
      </ButtonBase>
    </Box>
  );
}
