/** What colour alone draws is drawn again where the system chooses all colours (`forced-colors`), which drops grounds and shadows. */
export const forcedColors = {
  [`.MuiButton-contained, .MuiChip-root, .MuiDialog-paper, .MuiPopover-paper, .MuiTooltip-tooltip, .MuiAlert-root,
    .MuiSkeleton-root, .MuiSwitch-track, .MuiSlider-rail, .MuiLinearProgress-root`]: {
    border: '1px solid CanvasText !important',
    boxSizing: 'border-box !important',
  },
  [`.MuiTabs-indicator, .MuiLinearProgress-bar, .MuiSlider-track, .MuiSlider-thumb,
    .Mui-checked + .MuiSwitch-track`]: {
    forcedColorAdjust: 'none',
    backgroundColor: 'Highlight !important',
  },
  '.MuiSwitch-thumb': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText !important' },
  '.Mui-checked > .MuiSwitch-thumb': { backgroundColor: 'HighlightText !important' },
  // The bars of charts; words in drawings follow the system by themselves.
  '.MuiBarElement-root': { fill: 'Highlight !important' },
  [`:is(.Mui-selected, [aria-pressed="true"], [aria-selected="true"], [aria-current="page"],
    [aria-current="true"]):not(:focus-visible, .Mui-focusVisible)`]: {
    outline: '2px solid Highlight !important',
    outlineOffset: '-2px !important',
  },
  '.Mui-disabled, [aria-disabled="true"]': { color: 'GrayText !important' },
};
