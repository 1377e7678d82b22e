# Generated from openapi.json by `npm run sdk`. Do not edit.
VERSION = "0.2.0"
