import { useRef, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { Kbd } from './Kbd.js';

interface Props extends Pick<ButtonProps, 'onClick' | 'aria-haspopup' | 'aria-expanded'> {
  icon?: ReactNode;
  label: string;
  /** More about it, after the label. */
  detail?: string | undefined;
  /** The key that does the same on every page, while nobody is typing. */
  shortcut?: string;
  /** A key that its surroundings handle. */
  keyHint?: string;
  /** Why it is disabled; it stays focusable, so that everybody can read the reason. */
  reason?: string | undefined;
  /** For toggles such as mute. */
  isPressed?: boolean;
  isBusy?: boolean;
  /** The label is only visible on wide screens; name and tooltip are always there. */
  isShort?: boolean;
  /** Hang up: set apart, red. */
  isEnd?: boolean;
}

/** A button of the call panel: light on dark, inverted while active. */
export function PanelButton({
  icon,
  label,
  detail,
  shortcut,
  keyHint = shortcut,
  reason,
  isPressed,
  isBusy = false,
  isShort = false,
  isEnd = false,
  onClick,
  ...props
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const hint = shortcut === undefined ? (isShort ? label : '') : `${label} (${keyHint ?? shortcut})`;
  return (
    <Tooltip title={reason ?? hint} describeChild={reason !== undefined}>
      <Button
        {...props}
        {...(reason === undefined ? {} : { 'aria-disabled': true })}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        ref={button}
        aria-label={detail === undefined ? label : `${label} ${detail}`}
        aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control')}
        loading={isBusy}
        loadingPosition={icon === undefined ? 'center' : 'start'}
        startIcon={icon}
        endIcon={
          // A picture of the key, and no part of the name.
          keyHint !== undefined && (
            <Kbd aria-hidden="true" data-key={keyHint} sx={{ '&::before': { content: 'attr(data-key)' } }} />
          )
        }
        onClick={(event) => {
          if (reason === undefined) onClick?.(event);
        }}
        sx={(theme) => ({
          color: isPressed ? theme.palette.panel.bg : theme.palette.panel.text,
          backgroundColor: isEnd
            ? theme.palette.panel.danger
            : isPressed
              ? theme.palette.panel.text
              : theme.palette.panel.raised,
          '&:hover': {
            backgroundColor: isEnd
              ? theme.palette.panel.danger
              : isPressed
                ? theme.palette.panel.text
                : theme.palette.panel.border,
          },
          '& kbd': { color: 'inherit', borderColor: 'currentColor', backgroundColor: 'transparent' },
          '&.Mui-focusVisible': { outlineColor: theme.palette.panel.live },
          '&.Mui-disabled, &[aria-disabled="true"], &[aria-disabled="true"]:hover': {
            color: theme.palette.panel.muted,
            backgroundColor: theme.palette.panel.bg,
            border: `1px solid ${theme.palette.panel.border}`,
          },
          ...(isEnd && { color: theme.palette.common.white, ml: 1 }),
          ...(isShort && {
            '& .panel-words': { [theme.breakpoints.down('xl')]: { display: 'none' } },
            '& .MuiButton-startIcon': { [theme.breakpoints.down('xl')]: { mr: 0 } },
            [theme.breakpoints.down('xl')]: { px: '9px' },
          }),
        })}
      >
        <span className="panel-words">{label}</span>
        {detail !== undefined && (
          <Box component="span" sx={(theme) => ({ ...theme.tabular, ml: 1, fontWeight: 400 })}>
            {detail}
          </Box>
        )}
        {shortcut !== undefined && (
          <PanelShortcut
            keys={shortcut}
            label={label}
            onPress={() => {
              // Disabled, it is focused: its reason shows.
              if (reason === undefined) button.current?.click();
              else button.current?.focus();
            }}
          />
        )}
      </Button>
    </Tooltip>
  );
}

/** Registers the key for as long as the button is there. */
function PanelShortcut({ keys, label, onPress }: { keys: string; label: string; onPress: () => void }) {
  useShortcut({ key: keys, label, scope: 'everywhere' }, onPress);
  return null;
}
