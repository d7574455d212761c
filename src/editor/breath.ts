export { slices as breath } from './slices.ts';
