await import('../apps/admin/src/main.ts')
