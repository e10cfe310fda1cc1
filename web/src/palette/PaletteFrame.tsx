import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { useEvent } from 'react-admin';
import { Kbd } from '../controls/Kbd.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import type { PaletteItem, PaletteSection } from './palette-item.js';
import { PaletteRow } from './PaletteRow.js';
import { movedBy } from './palette.rules.js';

interface Props {
  text: string;
  onType: (text: string) => void;
  sections: readonly PaletteSection[];
  /** Whether the items are those of the text: before that Enter waits for them. */
  isSettled: boolean;
  /** What is said above the items, such as that leads cannot be searched. */
  notice?: string | undefined;
  /** What is said where nothing is found. */
  none: string;
  /** The command whose choice this is, with the way back. */
  step?: { label: string; onBack: () => void };
}

/** The field and what it finds, worked from the field alone: a combobox with its listbox. */
export function PaletteFrame({ text, onType, sections, isSettled, notice, none, step }: Props) {
  const translate = usePaletteMessages();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = sections.flatMap((section) => section.items);
  const [chosen, setChosen] = useState<string>();
  const [isAwaited, setAwaited] = useState(false);
  const found = items.findIndex(({ id }) => id === chosen);
  const active = items[Math.max(found, 0)];
  const optionId = (id: string) => `${listId}-${id}`;

  const activeId = active?.id;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const run = (item: PaletteItem | undefined) => {
    if (item && item.reason === undefined) item.run();
  };
  const runAwaited = useEvent(() => {
    setAwaited(false);
    run(active);
  });
  // Enter was pressed before the items of the text were there.
  useEffect(() => {
    if (isAwaited && isSettled) runAwaited();
  }, [isAwaited, isSettled, runAwaited]);

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = movedBy(event.key, Math.max(found, 0), items.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(items[next]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSettled || found >= 0) run(active);
      else setAwaited(true);
    } else if (event.key === 'Backspace' && text === '') step?.onBack();
  };

  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          gap: 1.5,
          height: theme.size.actionBar,
          px: 2,
          borderBottom: 1,
          borderColor: 'border.subtle',
          color: 'text.secondary',
        })}
      >
        <SearchOutlined aria-hidden />
        {step && <Chip label={step.label} sx={{ color: 'primary.main', backgroundColor: 'brand.tint' }} />}
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={step ? '' : translate('crm.palette.title')}
          onChange={({ target }) => {
            setChosen(undefined);
            setAwaited(false);
            onType(target.value);
          }}
          onKeyDown={pressed}
          inputProps={{
            role: 'combobox',
            'aria-label': step?.label ?? translate('crm.palette.title'),
            'aria-autocomplete': 'list',
            'aria-expanded': items.length > 0,
            'aria-controls': listId,
            ...(active && { 'aria-activedescendant': optionId(active.id) }),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 100,
          }}
          sx={{
            typography: 'body1',
            color: 'text.primary',
            '& input': { p: 0, height: 'auto' },
            '& input::placeholder': { color: 'text.tertiary', opacity: 1 },
          }}
        />
        <Kbd aria-hidden>Esc</Kbd>
      </Box>
      {notice !== undefined && (
        <Typography variant="body2" role="status" sx={{ px: 2, pt: 1.5, color: 'hue.orange.fg' }}>
          {notice}
        </Typography>
      )}
      <Box
        ref={list}
        id={listId}
        role="listbox"
        aria-label={step?.label ?? translate('crm.palette.title')}
        sx={{ flex: '0 1 auto', overflow: 'auto', minHeight: 0, px: 1, pb: items.length > 0 ? 1 : 0 }}
      >
        {sections.map(({ title, items: itsItems }, index) => (
          <Box key={title} role="group" aria-labelledby={`${listId}-title-${String(index)}`}>
            <Typography
              id={`${listId}-title-${String(index)}`}
              variant="caption"
              component="div"
              sx={{ px: 1, pt: 1.25, pb: 0.5, fontWeight: 600, color: 'text.tertiary' }}
            >
              {title}
            </Typography>
            {itsItems.map((item) => (
              <PaletteRow
                key={item.id}
                id={optionId(item.id)}
                item={item}
                isActive={item === active}
                onPoint={() => {
                  setChosen(item.id);
                }}
                onRun={() => {
                  run(item);
                }}
              />
            ))}
          </Box>
        ))}
      </Box>
      {items.length === 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 2 }}>
          {isSettled ? none : translate('crm.palette.searching')}
        </Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          gap: 2,
          height: 36,
          px: 2,
          borderTop: 1,
          borderColor: 'border.subtle',
          typography: 'caption',
          color: 'text.tertiary',
        }}
      >
        <Box component="span" aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {translate('crm.palette.move')}
        </Box>
        <Box component="span" aria-hidden="true">
          <Kbd>Enter</Kbd> {translate('crm.palette.open')}
        </Box>
        {step && (
          <Box component="span" aria-hidden="true">
            <Kbd>Esc</Kbd> {translate('crm.palette.back')}
          </Box>
        )}
        <Box component="span" role="status" sx={{ ml: 'auto' }}>
          {isSettled
            ? translate('crm.palette.results', { smart_count: items.length })
            : translate('crm.palette.searching')}
        </Box>
      </Box>
    </>
  );
}
