"""Tests of Kancha, from single cards to whole games over HTTP."""
