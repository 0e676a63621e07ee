/** Sets what the worker lends its later scripts. The build writes its code (`later-scripts.config.ts`). */
declare module 'virtual:lent-by-the-worker'
