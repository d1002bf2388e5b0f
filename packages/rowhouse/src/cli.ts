#!/usr/bin/env node
import '@rowhouse/service/cli';
