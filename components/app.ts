/** Every screen uses these: words, the worker's values, and actions of the person. All of it is loaded at first. */

export { useClient, usePart, useReportFault, useSlice, useSurface, useTold } from './client-context'
export { failureSentence } from './failure'
export { ChosenContext, GoContext, useGo, usePropose, useReview } from './go'
export { format, locale, lookUp, type MessageKey, plural, t } from './i18n'
export { onDemand } from './on-demand'
export { Sentence } from './Sentence'
export { hasSidePanel, mayExtendDeveloperTools, openHome, openSidePanel } from './surfaces'
export { type Action, useAction } from './use-action'
export { useAnswer } from './use-answer'
export { useNow } from './use-now'
