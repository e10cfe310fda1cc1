import { useRef, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { Kbd } from './Kbd.js';

interface Props extends Pick<ButtonProps, 'onClick' | 'aria-haspopup' | 'aria-expanded'> {
  icon?: ReactNode;
  label: string;
  /** What it says in its other state: it is as wide as the longer of both, so that nothing beside it moves. */
  otherLabel?: string;
  /** More about it, after the label. */
  detail?: string | undefined;
  /** The key that does the same on every page, while nobody is typing. */
  shortcut?: string;
  /** A key that its surroundings handle. */
  keyHint?: string;
  /** Whether its key means something else just now; the place of the key stays. */
  isKeyTaken?: boolean;
  /** Why it is disabled; it stays focusable, so that everybody can read the reason. */
  reason?: string | undefined;
  /** For toggles such as mute. */
  isPressed?: boolean;
  isBusy?: boolean;
  /** The label is only visible on very wide screens; name and tooltip are always there. */
  isShort?: boolean;
  /** Hang up: set apart, red. */
  isEnd?: boolean;
}

/** All words and keys of a call stand in one row from here on. */
const roomForWords = 2200;

/** A button of the call panel: light on dark, inverted while active. */
export function PanelButton({
  icon,
  label,
  otherLabel,
  detail,
  shortcut,
  keyHint = shortcut,
  isKeyTaken = false,
  reason,
  isPressed,
  isBusy = false,
  isShort = false,
  isEnd = false,
  onClick,
  ...props
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const ownKey = isKeyTaken ? undefined : shortcut;
  const hint = ownKey === undefined ? (isShort ? label : '') : `${label} (${keyHint ?? ownKey})`;
  return (
    <Tooltip title={reason ?? hint} describeChild={reason !== undefined}>
      <Button
        {...props}
        {...(reason === undefined ? {} : { 'aria-disabled': true })}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        ref={button}
        {...(isEnd && { className: 'panel-end' })}
        aria-label={detail === undefined ? label : `${label} ${detail}`}
        aria-keyshortcuts={ownKey?.replace('Ctrl', 'Control')}
        loading={isBusy}
        loadingPosition={icon === undefined ? 'center' : 'start'}
        startIcon={icon}
        endIcon={
          // A picture of the key, and no part of the name.
          keyHint !== undefined && (
            <Kbd
              aria-hidden="true"
              data-key={keyHint}
              sx={{
                '&::before': { content: 'attr(data-key)' },
                ...(isKeyTaken && { visibility: 'hidden' }),
              }}
            />
          )
        }
        onClick={(event) => {
          if (reason === undefined) onClick?.(event);
        }}
        sx={(theme) => ({
          flex: 'none',
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
            boxShadow: `inset 0 0 0 1px ${theme.palette.panel.border}`,
          },
          // Its words take the middle where the key is away, and the button keeps its width.
          ...(isKeyTaken && {
            '@media (pointer: fine)': {
              '& .MuiButton-startIcon, & .panel-words': { transform: `translateX(${theme.spacing(1.75)})` },
            },
          }),
          ...(isEnd && { color: theme.palette.common.white, ml: 1 }),
          ...(isShort && {
            [theme.breakpoints.down(roomForWords)]: {
              px: '9px',
              '& .panel-words': { display: 'none' },
              '& .MuiButton-startIcon': { mx: 0 },
            },
          }),
        })}
      >
        <Box
          component="span"
          className="panel-words"
          data-other={otherLabel}
          sx={
            otherLabel === undefined
              ? { display: 'inline-block' }
              : {
                  textAlign: 'center',
                  '&::after': {
                    content: 'attr(data-other)',
                    display: 'block',
                    height: 0,
                    overflow: 'hidden',
                    visibility: 'hidden',
                  },
                }
          }
        >
          {label}
        </Box>
        {detail !== undefined && (
          <Box component="span" sx={(theme) => ({ ...theme.tabular, ml: 1, fontWeight: 400 })}>
            {detail}
          </Box>
        )}
        {ownKey !== undefined && (
          <PanelShortcut
            keys={ownKey}
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
