await import('../apps/standalone/src/main.ts')
