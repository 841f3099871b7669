/** Colours of the demo's peer groups, used in turn. */
export const groupColours = [
  '#1f6f8b',
  '#2f8f9d',
  '#5b8c5a',
  '#8a6fb0',
  '#b07d3c',
  '#7a8794',
  '#b4534b',
  '#4b6cb7',
  '#6b8e23',
  '#a0527a',
  '#3b7a57',
];
